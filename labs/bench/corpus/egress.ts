import { connect } from 'node:net';
import type { EgressOptions } from '../../../renderer/container/image/egress-proxy.ts';
import { ASSETS_HOST } from './server.ts';

/** The service's pages reach the server of the assets, and nothing else. */
const options: EgressOptions = {
  resolve: (name) =>
    Promise.resolve([{ address: name === ASSETS_HOST ? '93.184.215.14' : '10.0.0.1', family: 4 }]),
  dial: (_addresses, port) => connect({ host: '127.0.0.1', port }),
};

export default options;
