/** Defines the functions and events of the routers and tokens that the sandbox uses. */
import { parseAbi } from 'viem/utils';

export const routerAbi = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
  'function deposit(address vault, address asset, uint256 amount, string memo) payable',
  'function transferOut(address to, address asset, uint256 amount, string memo) payable',
  'function transferAllowance(address router, address newVault, address asset, uint256 amount, string memo)',
  'function vaultAllowance(address vault, address token) view returns (uint256)',
  'event Deposit(address indexed to, address indexed asset, uint256 amount, string memo)',
  'event TransferOut(address indexed vault, address indexed to, address asset, uint256 amount, string memo)',
]);

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';
