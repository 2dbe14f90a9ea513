import { show } from '../lib/page.tsx';
import { Options } from './options.tsx';

show(<Options />);
