'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { FrameMessage } from '../../lib/api/embed/messages.ts';
import type { HIDEABLE, LOCKABLE } from '../../lib/api/embed/option-list.ts';
import type { Hook } from '../../lib/api/embed/protocol.ts';
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import type { FormPreset } from './form-preset.ts';

type Sealed = 'portage' | 'nonce' | 'id';
type Unsealed<M> = M extends unknown ? Omit<M, Sealed> : never;
/** A message without what the link to the host adds. */
export type Told = Unsealed<FrameMessage>;
export type Asked = Extract<Told, { type: Hook }>;

/** What parts of the page ask of where they stand. On the site's own pages nothing of it does anything. */
export type Embedding = {
  embedded: boolean;
  options: EmbedOptions;
  hides(part: (typeof HIDEABLE)[number]): boolean;
  locks(field: (typeof LOCKABLE)[number]): boolean;
  /** Values of the form that the host has set since; a new object each time. */
  preset: FormPreset | undefined;
  /** Where a path of the site is in this frame; undefined: nowhere, it opens by itself. */
  inside(path: string): string | undefined;
  tell(message: Told): void;
  /** Resolves when the host lets it go on. @throws {Vetoed} */
  ask(message: Asked): Promise<void>;
  /** Why a press that pays is not taken: the element cannot be seen for certain; undefined: it is taken. */
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

/** Where this stands: on a page of the site, or in a frame of somebody else's. */
export const useEmbedding = (): Embedding => useContext(EmbeddingContext);
