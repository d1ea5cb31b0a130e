/** Offers the sandbox's wallets to the page, through the interfaces that real wallets have. */
import { offerBitcoinWallet } from './bitcoin-wallet.ts';
import { offerComposingWallets } from './composing-wallet.ts';
import { offerCosmosWallet } from './cosmos-wallet.ts';
import { announceEvmProvider } from './evm-provider.ts';
import { offerSolanaWallet } from './solana-wallet.ts';

announceEvmProvider();
offerBitcoinWallet();
offerComposingWallets();
offerCosmosWallet();
offerSolanaWallet();
// As UniSat does when it came later than the page.
window.dispatchEvent(new Event('unisat#initialized'));
