import { renderPage } from '../lib/page.tsx';
import { Popup } from './popup.tsx';

renderPage(<Popup />);
