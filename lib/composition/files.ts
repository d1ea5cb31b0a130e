/** Answers the files that the server makes: guides, texts, pictures of tokens, the client, the service worker. */
import { genericAssetImage } from '../api/generic-asset-image.ts';
import { notFound } from '../api/problem.ts';
import { VERSION } from '../config/version.ts';
import { docsText } from '../docs/docs-text.ts';
import { textAnswer } from '../http/cached-text.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { catalogOfFile } from '../i18n/catalog-script.ts';
import { buildId } from './build-id.ts';
import { clientFile, clientPackage, verifyFile } from './client-file.ts';
import { docsDeployment } from './docs-deployment.ts';

/** `kind` is also the version of the package; earlier ones are files in `public`. */
export const answerClient: EndpointHandler = async ({ request, params: { kind } }) => {
  if (kind === 'tgz' || kind === VERSION) {
    const cache = kind === VERSION ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
    return new Response(await clientPackage(), {
      headers: { 'content-type': 'application/gzip', 'cache-control': cache },
    });
  }
  if (kind !== 'ts' && kind !== 'js')
    throw notFound(`The client is at /client.ts, /client.js, /client.tgz and /client-${VERSION}.tgz.`);
  return textAnswer(request, await clientFile(kind), kind === 'ts' ? 'text/plain' : 'text/javascript');
};

export const answerVerify: EndpointHandler = async ({ request, params: { kind } }) => {
  if (kind !== 'js' && kind !== 'd.ts') throw notFound('The checker is at /verify.js, its types at /verify.d.ts.');
  return textAnswer(request, await verifyFile(kind), kind === 'js' ? 'text/javascript' : 'text/plain');
};

export const answerDocsText: EndpointHandler = async ({ request, params: { file = '' } }) => {
  const text = await docsText(file, docsDeployment(request.headers));
  if (text === undefined) throw notFound('Page not found; /llms.txt lists all pages.');
  return textAnswer(request, text, file.endsWith('.txt') ? 'text/plain' : 'text/markdown');
};

/** The page's texts in one language, as a script that loads before the page hydrates. */
export const answerCatalog: EndpointHandler = async ({ params }) => {
  const script = catalogOfFile(params.file ?? '');
  if (script === undefined) throw notFound('There are no such texts.');
  return new Response(script.body, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': script.current ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
};

/** Only symbols without a picture in `public/tokens` come here. */
export const answerTokenImage: EndpointHandler = async ({ params }) => {
  const image = genericAssetImage(params.file ?? '');
  if (image === undefined) throw notFound('There is no such picture.');
  return new Response(image, {
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
};

/**
 * The service worker. Its text differs from build to build, by which browsers notice a new one; its code is in
 * public/worker.js.
 */
export const answerServiceWorker: EndpointHandler = async () => {
  const build = await buildId();
  if (build === undefined) throw notFound('There is a service worker only where the app was built.');
  const version = JSON.stringify(build);
  return new Response(
    `self.portageBuild=${version};importScripts('/worker.js?build='+encodeURIComponent(${version}));`,
    { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } },
  );
};
