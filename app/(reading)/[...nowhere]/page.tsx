import { notFound } from 'next/navigation';

/** Every address that no other page or endpoint answers. */
export default function NowherePage() {
  notFound();
}
