// Takes the place of wallet SDKs that wagmi's connector package imports although Portage offers none of
// them: heavy, or under licences that must not reach a browser bundle. Whoever calls one gets a sentence.
const notOffered = () => {
  throw new Error('This wallet is not offered by Portage.');
};

export const createBaseAccountSDK = notOffered;
export const createCoinbaseWalletSDK = notOffered;
export const createAppKit = notOffered;
export class GeminiWalletProvider {
  constructor() {
    notOffered();
  }
}
export const Porto = { create: notOffered };
export const RpcSchema = {};
export const z = {};
export default class EmptyConnector {
  constructor() {
    notOffered();
  }
}
