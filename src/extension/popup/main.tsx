import { renderPage } from '../lib/render-page.tsx';
import { Popup } from './popup.tsx';

renderPage(<Popup />);
