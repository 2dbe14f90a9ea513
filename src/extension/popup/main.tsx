import { show } from '../lib/page.tsx';
import { Popup } from './popup.tsx';

show(<Popup />);
