import { notFound } from 'next/navigation';

export { generateMetadata } from '../not-found.tsx';

/** Answers every address that no other page or endpoint answers. */
export default function NowherePage() {
  notFound();
}
