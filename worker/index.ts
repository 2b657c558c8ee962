import { createApp } from './app.ts';

export default createApp();

export { BrowserBroker } from '../renderer/browser-run/broker.ts';
export { AddressLimiter } from './ledger/address-limiter.ts';
export { WorkspaceLedger } from './ledger/ledger.ts';
