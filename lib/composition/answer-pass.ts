/** Answers `/page/pass`: a pass for visitors of this deployment's own page. Scripts of other sites are refused. */
import { assertSameOrigin } from '../gateway/same-origin.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { services } from './services.ts';

export const answerPass: EndpointHandler = async ({ request, clientAddress }) => {
  const { settings, accessControl } = await services();
  assertSameOrigin(request, settings.publicUrl);
  return { body: await accessControl.passes.give(clientAddress) };
};
