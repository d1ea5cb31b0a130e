/** The deployment's own logo, a path of this server, or else Portage's. */
export const Logo = ({ src }: { src?: string | undefined }) => (src ? <OwnLogo src={src} /> : <Waters />);

const OwnLogo = ({ src }: { src: string }) => (
  // biome-ignore lint/performance/noImgElement: a file of the deployment's own; the image optimiser has nothing to do
  <img src={src} alt="" height={28} className="h-7 w-auto max-w-32 object-contain" />
);

const Waters = () => (
  <svg
    aria-hidden="true"
    width="30"
    height="20"
    viewBox="0 0 30 20"
    fill="none"
    stroke="var(--water)"
    strokeWidth="2.2"
    strokeLinecap="round"
  >
    <path d="M1.500 15.500c2.200 0 2.200-1.700 4.400-1.700s2.200 1.700 4.400 1.700M19.700 15.500c2.200 0 2.200-1.700 4.400-1.700s2.200 1.700 4.400 1.700" />
    <path d="M6 8.800c3.400-7 14.600-7 18 0" />
  </svg>
);
