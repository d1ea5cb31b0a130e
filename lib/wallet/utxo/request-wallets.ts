/** Adapts Xverse and Leather, each by its one `request`. Sources: sats-connect's and Leather's request APIs. */
import { base64, hex } from '@scure/base';
import { call, firstAddress, has, type Injected, injectedAt, isText } from '../injected.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { asBase64, inputIndexes, unreadable } from './psbt-text.ts';

/** sats-connect's RpcErrorCode.USER_REJECTION; other wallets use this number for faults of any kind. */
const XVERSE_REJECTED = -32000;

/** The error that Xverse throws, or puts into the `error` of its answer. */
function xverseFault(error: unknown): unknown {
  if (injectedAt('error', { error })?.code !== XVERSE_REJECTED) return error;
  return new PaymentError('rejected', 'You rejected the request.', { nothingSent: true, cause: error });
}

/** `addListener` returns the function that stops it. Source: sats-connect, `AddListener`. */
function watchXverse(target: Injected, onChange: () => void): () => void {
  if (!has(target, 'addListener')) return () => undefined;
  const stops = ['accountChange', 'networkChange', 'disconnect'].map((event) =>
    call(target, 'addListener', event, onChange).catch(() => undefined),
  );
  return () => {
    for (const stop of stops) void stop.then((end) => typeof end === 'function' && end());
  };
}

export function xverse(target: Injected): UtxoWallet {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const answer = await call(target, 'request', method, params).catch((thrown: unknown) => {
      throw xverseFault(injectedAt('thrown.error', { thrown }) ?? thrown);
    });
    const error = injectedAt('error', answer);
    if (error) throw xverseFault(error);
    return typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : undefined;
  };
  return {
    kind: 'utxo',
    option: { id: 'xverse', name: 'Xverse' },
    chains: ['BTC'],
    async connect() {
      await ask('wallet_requestPermissions', undefined);
      const result = await ask('getAccounts', { purposes: ['payment'] });
      return firstAddress(Array.isArray(result) ? result : injectedAt('addresses', result));
    },
    watch: (onChange) => watchXverse(target, onChange),
    async disconnect() {
      await ask('wallet_renouncePermissions', undefined);
    },
    async signPsbt(psbt) {
      const result = await ask('signPsbt', {
        psbt: psbt.base64,
        signInputs: { [psbt.address]: inputIndexes(psbt.inputs) },
        broadcast: false,
      });
      const signed = injectedAt('result', { result })?.psbt;
      if (!isText(signed)) throw unreadable('Xverse');
      return signed;
    },
  };
}

export function leather(target: Injected): UtxoWallet {
  /** Leather returns, or throws, `{ error: { code, message } }`. */
  const ask = async (...asked: unknown[]): Promise<unknown> => {
    const answer = await call(target, 'request', ...asked).catch((thrown: unknown) => {
      throw injectedAt('thrown.error', { thrown }) ?? thrown;
    });
    const error = injectedAt('error', answer);
    if (error) throw error;
    return answer;
  };
  return {
    kind: 'utxo',
    option: { id: 'leather', name: 'Leather' },
    chains: ['BTC'],
    async connect() {
      const addresses = injectedAt('result', await ask('getAddresses'))?.addresses;
      const segwit = Array.isArray(addresses)
        ? addresses.find((entry: unknown) => injectedAt('x', { x: entry })?.type === 'p2wpkh')
        : undefined;
      return firstAddress(segwit ?? addresses);
    },
    async signPsbt(psbt) {
      const answer = await ask('signPsbt', {
        hex: hex.encode(base64.decode(psbt.base64)),
        signAtIndex: inputIndexes(psbt.inputs),
        broadcast: false,
      });
      const signed = injectedAt('result', answer)?.hex;
      if (!isText(signed)) throw unreadable('Leather');
      return asBase64(signed);
    },
  };
}
