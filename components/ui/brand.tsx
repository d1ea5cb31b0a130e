'use client';
import { createContext, type ReactNode, useContext } from 'react';

/** What the page knows of whose deployment it is. */
export type PageBrand = {
  name: string;
  /** What swaps made on the site's own pages carry; `feeBps` above zero. */
  affiliate?: { name: string; feeBps: number };
};

const OWN: PageBrand = { name: 'Portage' };
const BrandContext = createContext(OWN);

/** Passes down whose deployment this is; the server says it once, in the layout. */
export const BrandProvider = ({ brand = OWN, children }: { brand: PageBrand | undefined; children: ReactNode }) => (
  <BrandContext value={brand}>{children}</BrandContext>
);

export const useBrand = (): PageBrand => useContext(BrandContext);
