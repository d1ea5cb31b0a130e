// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface ERC20 {
    function balanceOf(address owner) external view returns (uint256);
}

/// Whoever calls a pool pays it when it asks.
interface SwapCallback {
    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external;
}

/// What the executor offers to pools and other traders.
interface Market {
    function quote(address src, address dst, uint256 amount, uint256 time) external view returns (uint256 out);

    /// Sells what was sent here before the call.
    function trade(address src, address dst, uint256 amount, address to) external returns (uint256 out);
}

/// Transfers of tokens, also of those that answer nothing.
library Tokens {
    error SafeTransferFailed();
    error SafeTransferFromFailed();

    function send(address token, address to, uint256 amount) internal {
        if (!done(token, abi.encodeWithSignature("transfer(address,uint256)", to, amount))) revert SafeTransferFailed();
    }

    function pull(address token, address from, address to, uint256 amount) internal {
        if (!done(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount)))
            revert SafeTransferFromFailed();
    }

    function done(address token, bytes memory data) internal returns (bool) {
        (bool success, bytes memory answer) = token.call(data);
        if (!success || token.code.length == 0) return false;
        return answer.length == 0 || (answer.length >= 32 && abi.decode(answer, (uint256)) == 1);
    }
}

/// A pool of two tokens with the swap function of Uniswap V3. It owns nothing: what it is paid it sells to the market
/// whose curves all pools share, so that no two of them differ in price.
contract SwapPool {
    address public token0; // slot 0
    address public token1; // slot 1
    Market public market; // slot 2

    error NotPaid();

    /// Only exact inputs (`amountSpecified` above zero); the price limit is the caller's own check of what came out.
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160,
        bytes calldata data
    ) external returns (int256, int256) {
        require(amountSpecified > 0, "AS");
        uint256 amount = uint256(amountSpecified);
        askToBePaid(zeroForOne, amount, data);
        int256 out = -int256(sell(zeroForOne, amount, recipient));
        return zeroForOne ? (amountSpecified, out) : (out, amountSpecified);
    }

    function askToBePaid(bool zeroForOne, uint256 amount, bytes calldata data) private {
        (address src, address dst) = sides(zeroForOne);
        int256 out = -int256(market.quote(src, dst, amount, block.timestamp));
        uint256 before = ERC20(src).balanceOf(address(this));
        if (zeroForOne) SwapCallback(msg.sender).uniswapV3SwapCallback(int256(amount), out, data);
        else SwapCallback(msg.sender).uniswapV3SwapCallback(out, int256(amount), data);
        if (ERC20(src).balanceOf(address(this)) < before + amount) revert NotPaid();
    }

    function sell(bool zeroForOne, uint256 amount, address recipient) private returns (uint256) {
        (address src, address dst) = sides(zeroForOne);
        Tokens.send(src, address(market), amount);
        return market.trade(src, dst, amount, recipient);
    }

    function sides(bool zeroForOne) private view returns (address src, address dst) {
        return zeroForOne ? (token0, token1) : (token1, token0);
    }
}
