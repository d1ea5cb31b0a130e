/** Answers `/openapi.json`; the document is made once. */
import { openApiDocument } from '../api/openapi.ts';
import { settings } from '../config/env.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { createCachedJson } from '../http/cached-json.ts';
import { publicUrlOf } from '../http/public-url.ts';

const cached = createCachedJson('public, max-age=300');
const SOURCE = {};

export const answerOpenApi = (request: ApiRequest): Promise<Response> => {
  const { publicUrl, network } = settings();
  const here = publicUrlOf(request, publicUrl);
  return cached.answer(request, SOURCE, here, () => openApiDocument({ here, network: network.name }));
};
