/** Signs PSBTs with its own keys, unchanged or tampered with; composes payments as Vultisig does. */
import { randomBytes } from 'node:crypto';
import { base64, hex } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { createGatewayClient } from '../../../lib/api/gateway.ts';
import { networkOf } from '../../../lib/chains/chains.ts';
import type { ChainId } from '../../../lib/domain/chain-id.ts';
import { askPerson, FakeError, type FakeSigner, type Knobs, type Tamper } from './knobs.ts';

const OPTIONS = { allowUnknownOutputs: true, allowUnknownInputs: true } as const;
const FEE = 5000n;
const asText = (value: unknown): string => String(value ?? '');
const memoScript = (memo: string) => btc.Script.encode(['RETURN', new TextEncoder().encode(memo)]);

function accountOn(chain: ChainId) {
  const { utxo } = networkOf(chain, 'sandbox');
  if (!utxo?.bech32) throw new Error(`${chain} has no addresses with a witness`);
  const [pubKeyHash = 0] = utxo.pubKeyHash;
  const [scriptHash = 0] = utxo.scriptHash;
  const network = { bech32: utxo.bech32, pubKeyHash, scriptHash, wif: utxo.wif };
  const key = new Uint8Array(randomBytes(32));
  const { script, address } = btc.p2wpkh(pubECDSA(key), network);
  if (!address) throw new Error('no address');
  return { key, script, address, network };
}
type Account = ReturnType<typeof accountOn>;

/** The same payment with one thing changed. */
function tampered(tx: btc.Transaction, own: Account, how: Tamper): btc.Transaction {
  const made = new btc.Transaction(OPTIONS);
  for (let index = 0; index < tx.inputsLength; index += 1) made.addInput(tx.getInput(index));
  for (let index = 0; index < tx.outputsLength; index += 1) {
    const { script = new Uint8Array(), amount = 0n } = tx.getOutput(index);
    const isMemo = script[0] === 0x6a;
    if (how === 'recipient' && index === 0) made.addOutput({ script: own.script, amount });
    else if (how === 'amount' && index === 0) made.addOutput({ script, amount: amount - 1n });
    else if (how === 'memo' && isMemo) made.addOutput({ script: memoScript('=:ETH.ETH:0xdead'), amount });
    else made.addOutput({ script, amount });
  }
  return made;
}

/** Implements `signPsbt` of hex, finalising or not; the page derives the interfaces of Xverse and Leather from it. */
export function createBitcoinSigner(knobs: Knobs, rejected?: number): FakeSigner {
  const accounts = [accountOn('BTC'), accountOn('BTC')] as const;
  let connected = false;
  const signPsbt = (psbtHex: string, finalise: boolean): string => {
    askPerson(knobs, rejected);
    const own = accounts[knobs.account];
    const given = btc.Transaction.fromPSBT(hex.decode(psbtHex), OPTIONS);
    const tx = knobs.tamper ? tampered(given, own, knobs.tamper) : given;
    tx.sign(own.key);
    if (finalise) tx.finalize();
    return hex.encode(tx.toPSBT());
  };
  return {
    addresses: [accounts[0].address, accounts[1].address],
    async request(method, [first, second]) {
      if (method === 'connect') {
        askPerson(knobs, rejected);
        connected = true;
        return accounts[knobs.account].address;
      }
      if (method === 'account') return connected && !knobs.locked ? accounts[knobs.account].address : null;
      if (method === 'chain') return knobs.wrongChain ? 'FRACTAL_BITCOIN_MAINNET' : 'BITCOIN_REGTEST';
      if (method === 'disconnect') {
        connected = false;
        return null;
      }
      if (method === 'signPsbt') return signPsbt(asText(first), second === true);
      if (method === 'signPsbtBase64')
        return base64.encode(hex.decode(signPsbt(hex.encode(base64.decode(asText(first))), false)));
      throw new FakeError(-32601, `${method} is not known`);
    },
  };
}

type Order = { from: string; to: string; value: string; memo: string };

/** Composes, signs and sends the requested payment, or a different one. */
export function createComposingSigner(knobs: Knobs, baseUrl: string, chain: ChainId): FakeSigner {
  const accounts = [accountOn(chain), accountOn(chain)] as const;
  const gateway = createGatewayClient({ baseUrl });
  let connected = false;
  const send = async ({ to, value, memo }: Order): Promise<string> => {
    askPerson(knobs);
    const own = accounts[knobs.account];
    const tx = new btc.Transaction(OPTIONS);
    let held = 0n;
    for (const { txid, vout, value: amount } of await gateway.utxos(chain, own.address)) {
      tx.addInput({ txid, index: vout, witnessUtxo: { script: own.script, amount: BigInt(amount) } });
      held += BigInt(amount);
    }
    const paid = BigInt(value) - (knobs.tamper === 'amount' ? 1n : 0n);
    tx.addOutputAddress(knobs.tamper === 'recipient' ? own.address : to, paid, own.network);
    if (memo) tx.addOutput({ script: memoScript(knobs.tamper === 'memo' ? `${memo}x` : memo), amount: 0n });
    tx.addOutputAddress(own.address, held - paid - FEE, own.network);
    tx.sign(own.key);
    tx.finalize();
    return gateway.broadcast(chain, hex.encode(tx.extract()));
  };
  return {
    addresses: [accounts[0].address, accounts[1].address],
    async request(method, [params]) {
      if (method === 'get_accounts') return connected && !knobs.locked ? [accounts[knobs.account].address] : [];
      if (method === 'request_accounts') {
        askPerson(knobs);
        connected = true;
        return [accounts[knobs.account].address];
      }
      if (method === 'send_transaction') return send(params as Order);
      throw new FakeError(-32601, `${method} is not known`);
    },
  };
}
