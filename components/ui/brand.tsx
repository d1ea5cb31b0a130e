'use client';
import { createContext, type ReactNode, useContext } from 'react';

/** What the page knows about the deployment's brand. */
export type PageBrand = {
  name: string;
  /** The affiliate of swaps made on the site's own pages; its fee may differ by route. */
  affiliate?: { name: string; feeBps: number };
};

const OWN: PageBrand = { name: 'Portage' };
const BrandContext = createContext(OWN);

/** Provides the deployment's brand, which the server sets once, in the layout. */
export const BrandProvider = ({ brand = OWN, children }: { brand: PageBrand | undefined; children: ReactNode }) => (
  <BrandContext value={brand}>{children}</BrandContext>
);

export const useBrand = (): PageBrand => useContext(BrandContext);
