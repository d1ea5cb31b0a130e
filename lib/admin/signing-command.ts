/** Implements `npm run keys -- signing`: lists, rotates, retires and revokes the keys that sign this deployment's answers. */
import type { StoredSigningKey } from '../db/signing-key-store.ts';
import { newStoredKey } from '../signing/signing.ts';
import { UsageError } from './arguments.ts';
import type { AdminAnswer, AdminDeps } from './command.ts';
import { moment, table } from './table.ts';

export const SIGNING_HELP = `npm run keys -- signing COMMAND [--json]

  list           the keys that sign answers, as /.well-known/portage.json has them
  rotate         a new key signs from now on; the old one stays listed, and what it signed holds
  retire KID     ends a key of the setting SIGNING_KEY that no instance uses any more; what it signed holds
  revoke KID     ends a key that others may have: nothing that it signed is believed any more; there is no way back

A change holds in all instances within 3 seconds. Whoever keeps a copy of the public keys has to fetch it again.`;

type Sub = (kid: string | undefined, deps: AdminDeps) => Promise<AdminAnswer>;

const stateOf = ({ retiredAt, revokedAt }: StoredSigningKey): string =>
  revokedAt !== null ? `revoked ${moment(revokedAt)}` : retiredAt !== null ? `retired ${moment(retiredAt)}` : 'signs';

async function listed({ store }: AdminDeps): Promise<AdminAnswer> {
  const keys = await store.signingKeys();
  const text = table(keys, [
    { title: 'KID', of: ({ kid }) => kid },
    { title: 'STATE', of: stateOf },
    { title: 'MADE', of: ({ createdAt }) => moment(createdAt) },
    { title: 'PUBLIC KEY', of: ({ x }) => x },
  ]);
  return { data: keys.map(({ seed: _seed, ...key }) => key), text };
}

const rotate: Sub = async (_kid, deps) => {
  if (deps.hasSigningSetting)
    throw new UsageError(
      'SIGNING_KEY is set: give it another value (openssl rand -hex 32) and start again. The old key stays listed; retire it once no instance uses it.',
    );
  const key = newStoredKey(deps.now());
  await deps.store.rotateSigningKey(key);
  deps.changed();
  const text = `${key.kid} signs here at once, in every other instance within 3 seconds.`;
  return { data: { kid: key.kid, x: key.x }, text };
};

const end =
  (how: 'retired' | 'revoked'): Sub =>
  async (kid, deps) => {
    const key = (await deps.store.signingKeys()).find((one) => one.kid === kid);
    if (!key) throw new UsageError(`No key has the id "${kid ?? ''}": npm run keys -- signing list names them.`);
    if (how === 'retired' && key.seed !== null)
      throw new UsageError('This deployment keeps that key itself: "rotate" retires it and makes the next.');
    if (!(await deps.store.endSigningKey(key.kid, how, deps.now())))
      throw new UsageError(`${key.kid} has ended already.`);
    deps.changed();
    const what = how === 'retired' ? 'signs no more; what it signed holds' : 'is revoked: what it signed is refused';
    return { data: { [how]: key.kid }, text: `${key.kid} ${what}.` };
  };

const SUBS: Record<string, { run: Sub; takesKid: boolean }> = {
  list: { run: (_kid, deps) => listed(deps), takesKid: false },
  rotate: { run: rotate, takesKid: false },
  retire: { run: end('retired'), takesKid: true },
  revoke: { run: end('revoked'), takesKid: true },
};

/** @param args those that follow `signing`. @throws {UsageError} */
export async function signingCommand(args: readonly string[], deps: AdminDeps): Promise<AdminAnswer> {
  // The id of a key may begin with a dash.
  const [name = '', kid, ...more] = args.filter((word) => word !== '--json');
  const sub = Object.hasOwn(SUBS, name) ? SUBS[name] : undefined;
  if (!sub) throw new UsageError(`${name === '' ? '' : `There is no command "signing ${name}".\n\n`}${SIGNING_HELP}`);
  const extra = sub.takesKid ? more[0] : kid;
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.\n\n${SIGNING_HELP}`);
  return sub.run(kid, deps);
}
