/** `npm run env-example`: writes `.env.example` anew from the settings. */
import { writeFileSync } from 'node:fs';
import { envExample } from '../../lib/config/env-example.ts';

writeFileSync('.env.example', envExample());
