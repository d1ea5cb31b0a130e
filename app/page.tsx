import { SwapScreen } from '../components/swap/swap-screen.tsx';

export default function SwapPage() {
  return <SwapScreen wallets={undefined} />;
}
