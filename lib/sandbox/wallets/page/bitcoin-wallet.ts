/** A Bitcoin wallet that signs PSBTs, in the shape of UniSat. Source: docs.unisat.io, "UniSat wallet API". */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { chainOf } from '../../../chains/chains.ts';
import { opReturnData } from '../../utxo/scripts.ts';
import { type UtxoAccount, utxoAccount } from '../wallet-accounts.ts';
import { coins } from './amounts.ts';
import { chainsOfKind, seed, WALLET_ICON, WALLET_NAME } from './config.ts';
import { confirm, confirmConnection, type Fact } from './confirm.ts';
import { createEmitter } from './emitter.ts';
import { isAllowed, setAllowed } from './memory.ts';
import { offer } from './offer.ts';
import { addressText } from './output-text.ts';
import { broadcast } from './page-gateway.ts';
import { invalid, unauthorized } from './provider-error.ts';

const CHAIN = 'BTC';
// OP_RETURN outputs, and inputs of any kind: the person decides by what is shown.
const OPTIONS = { allowUnknownOutputs: true, allowUnknownInputs: true, allowLegacyWitnessUtxo: true } as const;

function read(psbt: unknown): Transaction {
  if (typeof psbt !== 'string' || !/^([0-9a-f]{2})+$/i.test(psbt)) throw invalid('a PSBT in hex is wanted');
  try {
    return Transaction.fromPSBT(hexToBytes(psbt.toLowerCase()), OPTIONS);
  } catch (error) {
    throw invalid(`not a PSBT: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const spentBy = (tx: Transaction, index: number) => {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = tx.getInput(index);
  return witnessUtxo ?? (vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout]);
};

/** A memo as the text that it is; data that are no text (Chainflip's are not) as hex digits. */
function dataFact(data: Uint8Array): Fact {
  const isText = data.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText ? ['Memo', new TextDecoder().decode(data)] : ['Data (OP_RETURN, hex)', bytesToHex(data)];
}

function facts(tx: Transaction): Fact[] {
  const rows: Fact[] = [['Network', `${chainOf(CHAIN).name} (local)`]];
  let paid = 0n;
  for (let index = 0; index < tx.outputsLength; index += 1) {
    const { script = new Uint8Array(), amount = 0n } = tx.getOutput(index);
    paid += amount;
    const data = opReturnData(script);
    rows.push(data ? dataFact(data) : [`Output ${index}`, `${coins(CHAIN, amount)} to ${addressText(CHAIN, script)}`]);
  }
  let spent = 0n;
  for (let index = 0; index < tx.inputsLength; index += 1) spent += spentBy(tx, index)?.amount ?? 0n;
  return [
    ...rows,
    ['Spends', `${coins(CHAIN, spent)} in ${tx.inputsLength} ${tx.inputsLength === 1 ? 'input' : 'inputs'}`],
    ['Fee', coins(CHAIN, spent - paid)],
  ];
}

/** Indexes of the inputs to sign: those asked for, else all that are the account's. @throws {ProviderError} */
function wantedInputs(tx: Transaction, account: UtxoAccount, options: unknown): number[] {
  const own = bytesToHex(account.script);
  const isOwn = (index: number) => bytesToHex(spentBy(tx, index)?.script ?? new Uint8Array()) === own;
  const list =
    typeof options === 'object' && options !== null && 'toSignInputs' in options ? options.toSignInputs : undefined;
  if (!Array.isArray(list)) return Array.from({ length: tx.inputsLength }, (_, index) => index).filter(isOwn);
  return list.map((entry: unknown) => {
    const index: unknown = typeof entry === 'object' && entry !== null && 'index' in entry ? entry.index : undefined;
    if (typeof index !== 'number' || index >= tx.inputsLength || !isOwn(index))
      throw invalid(`input ${String(index)} is not of this account`);
    return index;
  });
}

async function signPsbt(account: UtxoAccount, psbt: unknown, options: unknown): Promise<string> {
  if (!isAllowed(CHAIN)) throw unauthorized();
  const tx = read(psbt);
  const inputs = wantedInputs(tx, account, options);
  if (inputs.length === 0) throw invalid('no input is of this account');
  await confirm({ title: 'Sign this transaction?', facts: facts(tx) });
  for (const index of inputs) tx.signIdx(account.privateKey, index);
  const finalise =
    !(typeof options === 'object' && options !== null && 'autoFinalized' in options) || options.autoFinalized;
  if (finalise) for (const index of inputs) tx.finalizeIdx(index);
  return bytesToHex(tx.toPSBT());
}

export function offerBitcoinWallet(): void {
  if (!chainsOfKind('utxo').includes(CHAIN)) return;
  const events = createEmitter();
  let made: UtxoAccount | undefined;
  const account = (): UtxoAccount => {
    made ??= utxoAccount(seed, CHAIN);
    return made;
  };
  const accounts = () => (isAllowed(CHAIN) ? [account().address] : []);
  offer('unisat', {
    walletName: WALLET_NAME,
    walletIcon: WALLET_ICON,
    async requestAccounts() {
      if (!isAllowed(CHAIN)) {
        await confirmConnection(account().address, [chainOf(CHAIN).name]);
        setAllowed(CHAIN, true);
        events.emit('accountsChanged', accounts());
      }
      return accounts();
    },
    getAccounts: async () => accounts(),
    async getPublicKey() {
      if (!isAllowed(CHAIN)) throw unauthorized();
      return bytesToHex(account().publicKey);
    },
    getNetwork: async () => 'regtest',
    getChain: async () => ({ enum: 'BITCOIN_REGTEST', name: 'Bitcoin (local)', network: 'regtest' }),
    signPsbt: (psbt: unknown, options?: unknown) => signPsbt(account(), psbt, options),
    pushPsbt: async (psbt: unknown) => broadcast(CHAIN, bytesToHex(read(psbt).extract())),
    async disconnect() {
      setAllowed(CHAIN, false);
      events.emit('accountsChanged', []);
    },
    on: events.on,
    removeListener: events.removeListener,
  });
}
