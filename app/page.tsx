import { SwapPage } from '../components/swap/swap-page.tsx';

export default function Page() {
  return <SwapPage />;
}
