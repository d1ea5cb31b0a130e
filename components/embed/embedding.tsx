'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { FrameMessage } from '../../lib/api/embed/messages.ts';
import type { HIDEABLE, LOCKABLE } from '../../lib/api/embed/option-list.ts';
import type { Hook } from '../../lib/api/embed/protocol.ts';
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import type { FormPreset } from './form-preset.ts';

type Sealed = 'portage' | 'nonce' | 'id';
type Unsealed<M> = M extends unknown ? Omit<M, Sealed> : never;
/** A message to the host, before the host link adds its own fields. */
export type HostNotice = Unsealed<FrameMessage>;
export type Asked = Extract<HostNotice, { type: Hook }>;

/** `affiliateFeeRules`: affiliate and fee are those registered for the embed id, after the deployment's own fees. */
export type FramedOptions = EmbedOptions & { affiliateFeeRules?: boolean };

/**
 * What components can ask of their surroundings, a host or the site itself. On the site's own pages all of it does
 * nothing.
 */
export type Embedding = {
  embedded: boolean;
  options: FramedOptions;
  hides(element: (typeof HIDEABLE)[number]): boolean;
  locks(field: (typeof LOCKABLE)[number]): boolean;
  /** Form values that the host has set since the start; a new object each time. */
  preset: FormPreset | undefined;
  /** The path of a site's page within this frame; undefined if it opens in a window of its own. */
  inside(path: string): string | undefined;
  tell(message: HostNotice): void;
  /** Resolves when the host permits it. @throws {Vetoed} */
  ask(message: Asked): Promise<void>;
  /** Why a press that pays is refused because the element may not be visible; undefined if the press counts. */
  distrusts(element: Element): 'covered' | 'tooSoon' | undefined;
};

export const ON_THE_SITE: Embedding = {
  embedded: false,
  options: {},
  hides: () => false,
  locks: () => false,
  preset: undefined,
  inside: (path) => path,
  tell: () => undefined,
  ask: async () => undefined,
  distrusts: () => undefined,
};

const EmbeddingContext = createContext<Embedding>(ON_THE_SITE);

export const EmbeddingProvider = ({ value, children }: { value: Embedding; children: ReactNode }) => (
  <EmbeddingContext value={value}>{children}</EmbeddingContext>
);

/** The surroundings of the component: a page of the site, or a host's frame. */
export const useEmbedding = (): Embedding => useContext(EmbeddingContext);
