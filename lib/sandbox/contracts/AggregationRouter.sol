// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20, Tokens} from "./SwapPool.sol";
import {Wrapped} from "./Executor.sol";

interface Pool {
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1);
}

/// The router of 1inch (Aggregation Router V6), written for the sandbox from its public interface: the same functions,
/// rules and errors, so that a call that goes through here goes through there. Pools and executors are the sandbox's own.
contract AggregationRouter {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    uint256 private constant PARTIAL_FILL = 1;
    uint256 private constant REQUIRES_EXTRA_ETH = 2;
    uint256 private constant USE_PERMIT2 = 4;

    /// Flags in the high bits of a pool's address.
    uint256 private constant PROTOCOL_OFFSET = 253;
    uint256 private constant UNISWAP_V3 = 1;
    uint256 private constant POOL_UNWRAP_FLAG = 1 << 252;
    uint256 private constant POOL_NOT_WRAP_FLAG = 1 << 251;
    uint256 private constant POOL_PERMIT2_FLAG = 1 << 250;
    uint256 private constant POOL_ZERO_FOR_ONE_FLAG = 1 << 247;
    uint160 private constant LEAST_SQRT_PRICE = 4295128740;
    uint160 private constant MOST_SQRT_PRICE = 1461446703485210103287273052203988822378723970341;

    struct SwapDescription {
        address srcToken;
        address dstToken;
        address payable srcReceiver;
        address payable dstReceiver;
        uint256 amount;
        uint256 minReturnAmount;
        uint256 flags;
    }

    /// What a pool is paid when it calls back.
    struct Payment {
        address payer;
        address token;
        uint256 amount;
        bool permit2;
    }

    /// The token that stands for the native coin. Put in place without a constructor: this slot is written.
    address public wrapped; // slot 0
    /// Not zero: nothing is swapped.
    uint256 public paused; // slot 1
    /// Hash of the pool that may call back and of what it may take, while it may.
    bytes32 private awaited; // slot 2

    error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn);
    error InvalidMsgValue();
    error ZeroMinReturn();
    error ETHTransferFailed();
    error EthDepositRejected();
    error EnforcedPause();
    error BadPool();
    error Permit2TransferAmountTooHigh();
    error SafePermitBadLength();

    modifier whenNotPaused() {
        if (paused != 0) revert EnforcedPause();
        _;
    }

    /// Contracts pay the router back; coins that somebody sends by mistake would be lost.
    receive() external payable {
        if (msg.sender == tx.origin) revert EthDepositRejected();
    }

    function swap(
        address executor,
        SwapDescription calldata desc,
        bytes calldata data
    ) external payable whenNotPaused returns (uint256 returnAmount, uint256 spentAmount) {
        if (desc.minReturnAmount == 0) revert ZeroMinReturn();
        bool native = isNative(desc.srcToken);
        checkValue(desc.flags, native ? desc.amount : 0);
        if (!native)
            pull(desc.srcToken, msg.sender, desc.srcReceiver, desc.amount, desc.flags & USE_PERMIT2 != 0);
        returnAmount = execute(executor, desc.amount, data);
        spentAmount = desc.amount;
        if (desc.flags & PARTIAL_FILL != 0) {
            uint256 unspent = giveBack(desc.srcToken, desc.amount);
            spentAmount -= unspent;
            if (returnAmount * desc.amount < desc.minReturnAmount * spentAmount)
                revert ReturnAmountIsNotEnough(returnAmount, (desc.minReturnAmount * spentAmount) / desc.amount);
        } else if (returnAmount < desc.minReturnAmount) {
            revert ReturnAmountIsNotEnough(returnAmount, desc.minReturnAmount);
        }
        send(desc.dstToken, desc.dstReceiver == address(0) ? msg.sender : desc.dstReceiver, returnAmount);
    }

    /// `token`, `to` and `dex` are addresses whose high bits may hold flags.
    function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)
        external
        whenNotPaused
        returns (uint256)
    {
        return throughPool(msg.sender, msg.sender, token, amount, minReturn, dex);
    }

    function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)
        external
        whenNotPaused
        returns (uint256)
    {
        return throughPool(msg.sender, addressOf(to), token, amount, minReturn, dex);
    }

    function ethUnoswap(uint256 minReturn, uint256 dex) external payable whenNotPaused returns (uint256) {
        return coinsThroughPool(msg.sender, minReturn, dex);
    }

    function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) external payable whenNotPaused returns (uint256) {
        return coinsThroughPool(addressOf(to), minReturn, dex);
    }

    /// Hands a signed allowance to its token, and makes a call as if the sender had made it. A token that refuses the
    /// allowance stops nothing. Of the kinds of permits only those of EIP-2612 are taken, in full and in brief.
    function permitAndCall(bytes calldata permit, bytes calldata action) external payable {
        tryPermit(address(bytes20(permit)), permit[20:]);
        (bool success, bytes memory answer) = address(this).delegatecall(action);
        if (!success) revertWith(answer);
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }

    /// Pays the pool that the user named in the call that runs, once and what the call said.
    function uniswapV3SwapCallback(int256, int256, bytes calldata data) external {
        if (awaited == 0 || awaited != keccak256(abi.encode(msg.sender, data))) revert BadPool();
        awaited = 0;
        Payment memory payment = abi.decode(data, (Payment));
        if (payment.payer == address(this)) Tokens.send(payment.token, msg.sender, payment.amount);
        else pull(payment.token, payment.payer, msg.sender, payment.amount, payment.permit2);
    }

    function tryPermit(address token, bytes calldata permit) private returns (bool taken) {
        bytes memory arguments = permit;
        if (permit.length == 100) {
            uint256 deadline = uint256(uint32(bytes4(permit[32:36]))) - 1;
            uint256 vs = uint256(bytes32(permit[68:100]));
            arguments = abi.encode(
                msg.sender,
                address(this),
                uint256(bytes32(permit[:32])),
                deadline,
                27 + (vs >> 255),
                bytes32(permit[36:68]),
                (vs << 1) >> 1
            );
        } else if (permit.length != 224) {
            revert SafePermitBadLength();
        }
        (taken, ) = token.call(
            abi.encodePacked(bytes4(keccak256("permit(address,address,uint256,uint256,uint8,bytes32,bytes32)")), arguments)
        );
    }

    function coinsThroughPool(address to, uint256 minReturn, uint256 dex) private returns (uint256) {
        if (dex & POOL_NOT_WRAP_FLAG != 0) revert BadPool();
        Wrapped(wrapped).deposit{value: msg.value}();
        return throughPool(address(this), to, uint160(wrapped), msg.value, minReturn, dex);
    }

    function throughPool(address payer, address to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)
        private
        returns (uint256 returnAmount)
    {
        if (dex >> PROTOCOL_OFFSET != UNISWAP_V3 || amount > uint256(type(int256).max)) revert BadPool();
        bool unwrap = dex & POOL_UNWRAP_FLAG != 0;
        returnAmount = swapOnPool(
            dex,
            unwrap ? address(this) : to,
            Payment(payer, addressOf(token), amount, dex & POOL_PERMIT2_FLAG != 0)
        );
        if (returnAmount < minReturn) revert ReturnAmountIsNotEnough(returnAmount, minReturn);
        if (unwrap) {
            Wrapped(wrapped).withdraw(returnAmount);
            send(NATIVE, to, returnAmount);
        }
    }

    function swapOnPool(uint256 dex, address recipient, Payment memory payment) private returns (uint256) {
        bytes memory data = abi.encode(payment);
        address pool = addressOf(dex);
        bool zeroForOne = dex & POOL_ZERO_FOR_ONE_FLAG != 0;
        awaited = keccak256(abi.encode(pool, data));
        (int256 amount0, int256 amount1) = Pool(pool).swap(
            recipient,
            zeroForOne,
            int256(payment.amount),
            zeroForOne ? LEAST_SQRT_PRICE : MOST_SQRT_PRICE,
            data
        );
        // A pool that gave without asking may not ask later.
        awaited = 0;
        return uint256(-(zeroForOne ? amount1 : amount0));
    }

    /// `execute(address)` with the sender, then `data`, then the amount; its answer is what it produced.
    function execute(address executor, uint256 amount, bytes calldata data) private returns (uint256) {
        (bool success, bytes memory answer) = executor.call{value: msg.value}(
            abi.encodePacked(bytes4(0x4b64e492), uint256(uint160(msg.sender)), data, amount)
        );
        if (!success) revertWith(answer);
        return abi.decode(answer, (uint256));
    }

    function checkValue(uint256 flags, uint256 needed) private view {
        bool fits = flags & REQUIRES_EXTRA_ETH != 0 ? msg.value > needed : msg.value == needed;
        if (!fits) revert InvalidMsgValue();
    }

    /// Sends the sender what the executor left of the source, at most `most`.
    function giveBack(address token, uint256 most) private returns (uint256 unspent) {
        unspent = isNative(token) ? address(this).balance : ERC20(token).balanceOf(address(this));
        if (unspent > most) unspent = most;
        if (unspent > 0) send(token, msg.sender, unspent);
    }

    function pull(address token, address from, address to, uint256 amount, bool permit2) private {
        if (!permit2) {
            Tokens.pull(token, from, to, amount);
            return;
        }
        if (amount > type(uint160).max) revert Permit2TransferAmountTooHigh();
        bytes memory data = abi.encodeWithSignature(
            "transferFrom(address,address,uint160,address)",
            from,
            to,
            uint160(amount),
            token
        );
        if (!Tokens.done(PERMIT2, data)) revert Tokens.SafeTransferFromFailed();
    }

    function send(address token, address to, uint256 amount) private {
        if (!isNative(token)) {
            Tokens.send(token, to, amount);
            return;
        }
        (bool sent, ) = to.call{value: amount}("");
        if (!sent) revert ETHTransferFailed();
    }

    function isNative(address token) private pure returns (bool) {
        return token == NATIVE || token == address(0);
    }

    function addressOf(uint256 flagged) private pure returns (address) {
        return address(uint160(flagged));
    }

    function revertWith(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
