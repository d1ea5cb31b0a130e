import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { latePart } from './late-part.tsx';

const Name = ({ name }: { name: string }) => <b>{name}</b>;
const Dots = ({ name }: { name: string }) => <i>{'.'.repeat(name.length)}</i>;

test('code that has loaded is drawn at once, without a moment of its fallback', async () => {
  const Late = latePart(async () => Name, Dots);
  expect(renderToString(<Late name="boat" />)).toBe('<i>....</i>');
  await Late.load();
  expect(renderToString(<Late name="boat" />)).toBe('<b>boat</b>');
});

test('code is fetched once, and again after it could not be fetched', async () => {
  let fetched = 0;
  const Late = latePart(async () => {
    fetched += 1;
    if (fetched === 1) throw new Error('offline');
    return Name;
  });
  await expect(Late.load()).rejects.toThrow('offline');
  await Late.load();
  await Late.load();
  expect(fetched).toBe(2);
  expect(renderToString(<Late name="boat" />)).toBe('<b>boat</b>');
});
