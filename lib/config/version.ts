/** Names the version of Portage that runs, as package.json has it. */
import manifest from '../../package.json' with { type: 'json' };

export const { version: VERSION } = manifest;
