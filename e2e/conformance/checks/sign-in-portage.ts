/** Checks that the holder of an EVM address, and nobody else, gets to its own swaps by EIP-4361. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Answer, Ask } from '../asker.ts';
import { type Check, type Context, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { dateTime, differs, fieldsOf, filledText, listOf, table, textBy } from '../rules.ts';
import { problemBody } from './problems.ts';

const messageRule = table({ message: filledText, nonce: textBy(filledText), expiresAt: dateTime });
const tokenRule = table({ token: filledText, address: filledText, expiresAt: dateTime });

/** @throws {NotJudged} where nobody can sign in. */
async function messageFor({ ask }: Context, address: string): Promise<Answer> {
  const answer = await ask({ method: 'POST', path: '/v1/sign-in', body: { address } });
  if (answer.status === 503) throw new NotJudged('the service does not know its own name, so nobody can sign in');
  return answer;
}

const textOf = (answer: Answer, field: string): string => String(fieldsOf(answer.json)[field]);

/** EIP-4361, "Message Format". */
function form(answer: Answer, address: string): Finding[] {
  const lines = textOf(answer, 'message').split('\n');
  const nonce = textOf(answer, 'nonce');
  const wants = (what: string, isThere: boolean) => (isThere ? [] : differs('message', what, lines.join('\n')));
  return findingsOf(answer, [
    ...messageRule(answer.json, ''),
    ...wants(
      'a first line that asks to sign in',
      /^\S+ wants you to sign in with your Ethereum account:$/.test(lines[0] ?? ''),
    ),
    ...wants(`the address ${address}`, lines[1] === address),
    ...wants('the nonce, eight or more letters and digits', /^[A-Za-z0-9]{8,}$/.test(nonce)),
    ...wants('the nonce in its own line', lines.includes(`Nonce: ${nonce}`)),
  ]);
}

const isMessage: Check['run'] = async (context) => {
  const { address } = privateKeyToAccount(generatePrivateKey());
  const [first, second] = [await messageFor(context, address), await messageFor(context, address)];
  const wrong = [first, second].flatMap((answer) => wantStatus(answer, 200));
  if (wrong.length > 0) return wrong;
  const isNew = textOf(first, 'nonce') !== textOf(second, 'nonce');
  const repeated = isNew ? [] : differs('nonce', 'another one each time', textOf(second, 'nonce'));
  return [...form(first, address), ...findingsOf(second, repeated)];
};

const refusal = (answer: Answer): Finding[] => {
  const wrong = wantStatus(answer, 401);
  return wrong.length > 0 ? wrong : findingsOf(answer, problemBody(answer));
};
const swapsBy = (token: string): Ask => ({ path: '/v1/swaps', headers: { authorization: `Bearer ${token}` } });

const isToken: Check['run'] = async (context) => {
  const { ask } = context;
  const [holder, other] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
  const handIn = async (by: typeof holder) => {
    const message = textOf(await messageFor(context, holder.address), 'message');
    const body = { message, signature: await by.signMessage({ message }) };
    return { body, answer: await ask({ method: 'POST', path: '/v1/sign-in/token', body }) };
  };
  const [own, foreign] = [await handIn(holder), await handIn(other)];
  const wrong = wantStatus(own.answer, 200);
  if (wrong.length > 0) return wrong;
  const swaps = await ask(swapsBy(textOf(own.answer, 'token')));
  const unread = wantStatus(swaps, 200);
  const others = listOf(fieldsOf(swaps.json).swaps).length;
  return [
    ...findingsOf(own.answer, tokenRule(own.answer.json, '')),
    ...unread,
    ...findingsOf(swaps, others === 0 ? [] : differs('swaps', 'none of an address that has never paid', others)),
    ...refusal(foreign.answer),
    ...refusal(await ask({ method: 'POST', path: '/v1/sign-in/token', body: own.body })),
    ...refusal(await ask(swapsBy('nobody-gave-this-out'))),
  ];
};

export const SIGN_IN_ADDITIONS: readonly Check[] = [
  portage('sign-in.message', '4', 'an address is given a message of EIP-4361 with a nonce of its own', isMessage),
  portage('sign-in.token', '4', 'its signature counts once, and reads its own swaps and nobody else’s', isToken),
];
