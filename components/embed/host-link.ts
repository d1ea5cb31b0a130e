/** Implements the frame's end of the protocol: it talks to one window of one origin and to nobody else. */
import type { HostMessage } from '../../lib/api/embed/messages.ts';
import { FRAGMENT, HOOK_LIMIT_MS, HOST_SILENT, NONCE, PROTOCOL } from '../../lib/api/embed/protocol.ts';
import { readHostMessage } from '../../lib/api/embed/read-host-message.ts';
import { randomName } from '../../lib/embed-loader/address.ts';
import type { Asked, HostNotice } from './embedding.tsx';
import { Vetoed } from './vetoed.ts';

/** The host that opened this frame, as the URL claims; the browser enforces the origin with every message. */
export type HostClaim = { instance: string; host: string };

/**
 * @param hash with or without `#`.
 * @returns undefined for a plain frame, whose page does not speak the protocol.
 */
export function hostClaim(hash: string): HostClaim | undefined {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const [instance, host] = [said.get(FRAGMENT.instance) ?? '', said.get(FRAGMENT.host) ?? ''];
  if (!NONCE.test(instance) || !URL.canParse(host)) return undefined;
  const { origin, protocol } = new URL(host);
  return origin === host && /^https?:$/.test(protocol) ? { instance, host } : undefined;
}

/** The part of `window` that the link uses. */
export type FrameWindow = {
  parent: { postMessage(data: unknown, targetOrigin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

/** The number of messages kept until the host has answered; beyond it the oldest are dropped. */
const LONGEST_QUEUE = 100;

type Waiting = { settle: (message: HostMessage) => void };

export type HostLink = {
  tell(message: HostNotice): void;
  /** @throws {Vetoed} */
  ask(message: Asked): Promise<void>;
  /** The answer of the host's wallet. @throws what the wallet throws, with its code. */
  wallet(request: Omit<Extract<HostNotice, { type: 'walletRequest' }>, 'type'>, limitMs: number): Promise<unknown>;
  close(): void;
};

/**
 * Opens the link and says hello at once.
 * @param listener called with every message that is not an answer.
 */
export function openHostLink(frame: FrameWindow, claim: HostClaim, listener: (message: HostMessage) => void): HostLink {
  let session: string | undefined;
  let queue: (HostNotice & { id?: string })[] = [];
  const waiting = new Map<string, Waiting>();
  const post = (nonce: string, message: HostNotice & { id?: string }) =>
    frame.parent.postMessage({ portage: PROTOCOL, nonce, ...message }, claim.host);

  function send(message: HostNotice & { id?: string }): void {
    if (session !== undefined) post(session, message);
    else queue = [...queue.slice(1 - LONGEST_QUEUE), message];
  }

  function onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== frame.parent || origin !== claim.host) return;
    const message = readHostMessage(data);
    if (!message) return;
    if (message.type === 'init') {
      // The first message that names this frame sets the session; any other is late or foreign.
      if (session !== undefined || message.instance !== claim.instance) return;
      session = message.nonce;
      listener(message);
      for (const message of queue.splice(0)) post(session, message);
      return;
    }
    if (message.nonce !== session) return;
    if ('id' in message) waiting.get(message.id)?.settle(message);
    else listener(message);
  }

  /** Undefined when no answer came in time. */
  function question(message: HostNotice, limitMs: number): Promise<HostMessage | undefined> {
    const id = randomName();
    return new Promise((resolve) => {
      const end = (answer: HostMessage | undefined) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => end(undefined), limitMs);
      waiting.set(id, { settle: end });
      send({ ...message, id });
    });
  }

  frame.addEventListener('message', onMessage);
  post(claim.instance, { type: 'hello', versions: [PROTOCOL] });
  return {
    tell: send,
    async ask(message) {
      const answer = await question(message, HOOK_LIMIT_MS[message.type]);
      if (answer?.type === 'allow') return;
      if (answer?.type === 'veto') throw new Vetoed(answer.reason ?? '', false);
      if (message.type !== 'beforeQuote') throw new Vetoed(HOST_SILENT, true);
    },
    async wallet(request, limitMs) {
      const answer = await question({ type: 'walletRequest', ...request }, limitMs);
      if (answer?.type === 'walletResult') return answer.result;
      if (answer?.type === 'walletFailure')
        throw Object.assign(new Error(answer.message), answer.code === undefined ? {} : { code: answer.code });
      throw Object.assign(new Error('The page around this frame did not answer for its wallet.'), { code: -32002 });
    },
    close: () => frame.removeEventListener('message', onMessage),
  };
}
