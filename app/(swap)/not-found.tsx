export { default, generateMetadata } from '../(reading)/not-found.tsx';
