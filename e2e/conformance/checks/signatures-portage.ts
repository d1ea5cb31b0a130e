/** Checks Portage's own signatures: routes are signed by published keys, and a changed route does not verify. */
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import { signingKeysSchema } from '../../../lib/api/schemas/signing-keys.ts';
import { verifySignature } from '../../../lib/api/signatures.ts';
import { type Check, type Context, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { differs, isFields } from '../rules.ts';

const PATH = '/.well-known/portage.json';

async function publishedKeys({ ask }: Context) {
  const answer = await ask({ method: 'GET', path: PATH });
  const read = signingKeysSchema.safeParse(answer.json);
  return { answer, keys: read.success ? read.data : undefined };
}

const listed: Check['run'] = async (context) => {
  const { answer, keys } = await publishedKeys(context);
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0 || keys) return wrong;
  return [
    { asked: answer.asked, expected: 'public keys as JWKs, and what they sign', came: answer.text.slice(0, 200) },
  ];
};

const signed: Check['run'] = async (context) => {
  const { keys } = await publishedKeys(context);
  if (!keys) throw new NotJudged('no keys are published');
  const findings: Finding[] = [];
  for (const sample of await context.material.samples()) {
    for (const [routeIndex, { route, at }] of sample.routes.entries()) {
      // Its content is taken unchecked, since another check examines its shape.
      const signed = { quoteId: String(sample.body.quoteId), routeIndex, route: route as unknown as WireRoute };
      const verified = isFields(route.meta) ? await verifySignature(signed, keys) : undefined;
      if (verified && !verified.ok)
        findings.push(
          ...findingsOf(sample, differs(`${at}.meta.signature`, 'a signature that holds', verified.reason)),
        );
    }
  }
  return findings;
};

export const SIGNATURE_ADDITIONS: readonly Check[] = [
  portage('signatures.keys', '4', 'the keys that sign are published as JWKs', listed),
  portage('signatures.routes', '2.3', 'every route of a quote is signed with its quoteId and its index', signed),
];
