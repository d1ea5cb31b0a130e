import type { ReactNode } from 'react';
import { SiteFrame } from '../site-frame.tsx';

/** Frames the pages that are only read. */
export default function ReadingLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>;
}
