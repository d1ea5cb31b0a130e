/** Gives the docs the deployment's public address and its network. */
import { settings } from '../config/env.ts';
import type { DocsDeployment } from '../docs/guides.ts';
import type { RequestHeaders } from '../http/api-request.ts';
import { publicUrlOf } from '../http/public-url.ts';

/** @param headers of the request. */
export function docsDeployment(headers: RequestHeaders): DocsDeployment {
  const { publicUrl, network } = settings();
  return { here: publicUrlOf({ headers, url: 'http://localhost' }, publicUrl), network: network.name };
}
