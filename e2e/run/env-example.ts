/** `npm run env-example`: regenerates `.env.example` from the settings. */
import { writeFileSync } from 'node:fs';
import { envExample } from '../../lib/config/env-example.ts';

writeFileSync('.env.example', envExample());
