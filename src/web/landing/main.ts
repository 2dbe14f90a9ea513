import './landing.css';
import { startFaq } from './islands/faq.ts';
import { startHashTargets } from './islands/hash-target.ts';
import { startSiteMenu } from './islands/site-menu.ts';
import { startThemeMenu } from './islands/theme-menu.ts';
import { startWaitlist } from './islands/waitlist.ts';

startThemeMenu();
startSiteMenu();
startFaq();
startHashTargets();
startWaitlist();
