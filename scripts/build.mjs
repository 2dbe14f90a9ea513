// npm run build: builds the web app when its sources have changed since the last build.
import { ensureBuilt, ensureInstalled, ensureNode } from './prepare.mjs';

ensureInstalled({ tools: true });
if (!ensureBuilt(ensureNode())) console.log('The web app is up to date.');
