import { renderPage } from '../lib/page.tsx';
import { Options } from './options.tsx';

renderPage(<Options />);
