/** Passes a Cosmos transaction to the wallet only if it is the route's, and accepts back only that one. */
import { z } from 'zod';
import { messageTxSchema } from '../../api/schemas/route.ts';
import { sortedKeys } from '../../domain/sorted-keys.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { readCosmosPayment } from '../../payments/thor-family/read-messages.ts';
import { refuseFault } from '../refuse.ts';
import type { AminoAnswer, SignDoc } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';

/** The route's transaction as it will be signed. @throws {PaymentError} `mismatch` */
export function cosmosTxToSign(route: PayableRoute): z.infer<typeof messageTxSchema> {
  refuseFault(readCosmosPayment(route));
  return messageTxSchema.parse(route.tx);
}

const answerSchema = z.object({
  signed: z.object({
    chain_id: z.string(),
    account_number: z.string(),
    sequence: z.string(),
    fee: z.object({ amount: z.array(z.object({ denom: z.string(), amount: z.string() })), gas: z.string() }),
    msgs: z.array(z.object({ type: z.string(), value: z.record(z.string(), z.unknown()) })),
    memo: z.string(),
  }),
  signature: z.object({ pub_key: z.object({ type: z.string(), value: z.string() }), signature: z.string() }),
});

const text = (value: unknown) => JSON.stringify(sortedKeys(value));

/**
 * The document that the wallet signed; only the fee may differ. @throws {PaymentError} `mismatch`: nothing was sent.
 */
export function checkSigned(answer: unknown, doc: SignDoc): AminoAnswer {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success)
    throw new PaymentError('mismatch', 'The wallet gave no signature back, so nothing was sent.', {
      nothingSent: true,
    });
  const { signed } = parsed.data;
  const { fee: _signedFee, ...rest } = signed;
  const { fee: _fee, ...given } = doc;
  if (text(rest) !== text(given))
    throw new PaymentError('mismatch', 'The wallet changed the transaction, so it was not sent.', {
      nothingSent: true,
    });
  return parsed.data;
}
