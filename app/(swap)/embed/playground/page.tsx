import type { Metadata } from 'next';
import Link from 'next/link';
import { Playground } from '../../../../components/embed-playground/playground.tsx';
import { settings } from '../../../../lib/config/env.ts';

export const metadata: Metadata = {
  title: 'Embed playground',
  description: 'Every option of the embed by hand, live, with the code to copy.',
};

type Query = Record<string, string | string[] | undefined>;

const searchOf = (query: Query): string =>
  String(
    new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
    ),
  );

/** For developers, and in English like all documentation. */
export default async function PlaygroundPage({ searchParams }: { searchParams: Promise<Query> }) {
  const search = searchOf(await searchParams);
  return (
    <div lang="en" dir="ltr" className="mx-auto w-full max-w-[1160px] px-4 py-6 sm:px-6 sm:py-8">
      <h1 className="font-semibold text-20">Embed playground</h1>
      <p className="mt-1 mb-5 max-w-[68ch] text-ink-2">
        The swap in a frame, as your own page would show it. Change an option and it changes at once; the link and the
        code below follow.{' '}
        <Link href="/docs/embedding" prefetch={false} className="text-water underline underline-offset-2">
          How embedding works
        </Link>
      </p>
      <Playground search={search} publicUrl={settings().publicUrl} />
    </div>
  );
}
