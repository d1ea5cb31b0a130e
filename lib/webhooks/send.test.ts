import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createSend } from './send.ts';
import { isPublicAddress, urlFault } from './target.ts';
import { startReceiver } from './test-endpoint.ts';

const message = (url: string) => ({ url, headers: {}, body: '{}' });

describe('on mainnet nothing is sent into a private network', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', '::ffff:10.0.0.1'],
    ...['::ffff:a00:1', '64:ff9b::a00:1', '2002:a00:1::', '2001:0:a00:1::', 'ff02::1', 'not an address'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'nothing',
  ])('%s is refused when it is given', (url) => {
    expect(urlFault(url, 'mainnet')).toMatch(/^url must/);
  });

  it('a name that resolves to an address of this machine is not connected to, also beside a public one', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const resolve = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const send = createSend({ network: 'mainnet', resolve });
    const result = await send(message(`https://rebound.example:${port}/`));
    expect(result).toEqual({ httpStatus: null, answer: expect.stringContaining('not on the public internet') });
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });
});

describe('an attempt', () => {
  it('follows no redirect: it is the answer', async () => {
    const receiver = await startReceiver();
    receiver.answer.status = 302;
    const result = await createSend({ network: 'sandbox' })(message(receiver.url));
    expect(result).toEqual({ httpStatus: 302, answer: 'answered 302' });
    expect(receiver.received).toHaveLength(1);
    await receiver.close();
  });

  it('reads the beginning of an endless answer, and waits for a silent one no longer than it may', async () => {
    let isSilent = false;
    const server = createServer((_request, response) => {
      if (isSilent) return;
      const more = () => response.write('x'.repeat(4096));
      response.writeHead(200);
      response.on('drain', more);
      more();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The address of a TCP server is always an object.
    const { port } = server.address() as AddressInfo;
    const send = createSend({ network: 'sandbox', timeoutMs: 200 });
    expect(await send(message(`http://127.0.0.1:${port}/`))).toEqual({ httpStatus: 200, answer: 'x'.repeat(1024) });
    isSilent = true;
    expect(await send(message(`http://127.0.0.1:${port}/`))).toEqual({
      httpStatus: null,
      answer: 'No answer came within 0.2 s.',
    });
    server.closeAllConnections();
    server.close();
  });
});
