// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20, Tokens} from "./SwapPool.sol";

interface Wrapped {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

/// Holds the liquidity of the sandbox's 1inch and trades it: each token has a curve against the dollar, so a trade goes
/// down one curve and up another. Size costs, a trade moves both prices, and time brings them back to the wide market's.
/// Anybody may call it, as with executors on public chains: it pays for what it was sent and for nothing else.
contract Executor {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant MILLION = 1_000_000;
    /// A tenth of what parts a curve from the wide market comes back in so many seconds, all of it after `RETURNS` times.
    uint256 private constant RETURN_SECONDS = 60;
    uint256 private constant RETURNS = 60;

    /// Dollars are in 1e-18.
    struct Curve {
        /// Base units of a whole token; zero: not traded here.
        uint256 unit;
        /// The wide market's price: dollars for a whole token.
        uint256 price;
        /// Dollars of each side while the curve rests.
        uint256 depth;
        /// Dollars on the curve at `since`.
        uint256 dollars;
        /// Unix seconds.
        uint256 since;
        /// Of the dollars that go down or up.
        uint256 feePpm;
    }

    /// What `execute` finds in the router's `data`.
    struct Order {
        address src;
        address dst;
        /// Part of the output that `referrer` gets.
        uint256 feePpm;
        address referrer;
        /// Sells what the curve takes well and gives the rest back to the router.
        bool partialFill;
    }

    mapping(address => Curve) public curves; // slot 0
    /// What is the market's own of each token; what lies here above it was sent for a trade.
    mapping(address => uint256) public reserves; // slot 1
    /// The token that stands for the native coin. Put in place without a constructor: this slot is written.
    address public wrapped; // slot 2
    bool private entered;

    error UnknownToken(address token);
    error InsufficientLiquidity();
    error NothingArrived();
    error Reentrant();
    error NativeTransferFailed();

    modifier once() {
        if (entered) revert Reentrant();
        entered = true;
        _;
        entered = false;
    }

    receive() external payable {
        require(msg.sender == wrapped);
    }

    /// Called by the router with `data` after the argument and the amount after `data`. Leaves the output on the caller.
    function execute(address user) external payable once returns (uint256) {
        Order memory order = abi.decode(msg.data[36:msg.data.length - 32], (Order));
        uint256 amount = abi.decode(msg.data[msg.data.length - 32:], (uint256));
        uint256 spend = arrivedFor(order.src, amount, user);
        if (order.partialFill) spend = fill(order.src, spend);
        uint256 out = exchange(keyOf(order.src), keyOf(order.dst), spend);
        uint256 fee = (out * order.feePpm) / MILLION;
        if (fee > 0) pay(order.dst, order.referrer, fee);
        return pay(order.dst, msg.sender, out - fee);
    }

    /// Sells up to `amount` of what was sent here before, to `to`. For pools; tokens only.
    function trade(address src, address dst, uint256 amount, address to) external once returns (uint256) {
        return pay(dst, to, exchange(src, dst, arrived(src, amount)));
    }

    /// What a sale brings in a block of that time (unix seconds), before a fee of the order's.
    function quote(address src, address dst, uint256 amount, uint256 time) external view returns (uint256 out) {
        (address from, address to) = (keyOf(src), keyOf(dst));
        if (from == to) return amount;
        (uint256 dollars, ) = down(from, amount, time);
        (out, ) = up(to, dollars, time);
    }

    /// What an order that may be filled in part sells at most: so much as halves the dollars on the curve.
    function mostOf(address src, uint256 time) public view returns (uint256) {
        address token = keyOf(src);
        return stockOf(known(token), dollarsAt(token, time));
    }

    /// Dollars on a token's curve at a time.
    function dollarsAt(address token, uint256 time) public view returns (uint256) {
        Curve storage curve = known(token);
        (uint256 depth, uint256 dollars) = (curve.depth, curve.dollars);
        uint256 times = timesBack(curve, time);
        if (dollars == depth || times >= RETURNS) return depth;
        uint256 apart = dollars > depth ? dollars - depth : depth - dollars;
        for (uint256 i = 0; i < times; i++) apart = (apart * 9) / 10;
        return dollars > depth ? depth + apart : depth - apart;
    }

    function exchange(address from, address to, uint256 amount) private returns (uint256 out) {
        if (amount == 0) revert NothingArrived();
        if (from == to) {
            reserves[from] = ERC20(from).balanceOf(address(this));
            return amount;
        }
        (uint256 dollars, uint256 left) = down(from, amount, block.timestamp);
        uint256 got;
        (out, got) = up(to, dollars, block.timestamp);
        settle(from, left);
        settle(to, got);
        reserves[from] = ERC20(from).balanceOf(address(this));
    }

    /// Dollars for an amount of a token, and what they leave on its curve.
    function down(address token, uint256 amount, uint256 time) private view returns (uint256 dollars, uint256 left) {
        Curve storage curve = known(token);
        uint256 held = dollarsAt(token, time);
        uint256 stock = stockOf(curve, held) + 1;
        if (amount > 9 * stock) revert InsufficientLiquidity();
        uint256 gross = (held * amount) / (stock + amount);
        return (gross - (gross * curve.feePpm) / MILLION, held - gross);
    }

    /// What of a token dollars buy, and what is on its curve then.
    function up(address token, uint256 dollars, uint256 time) private view returns (uint256 out, uint256 got) {
        Curve storage curve = known(token);
        uint256 held = dollarsAt(token, time);
        uint256 net = dollars - (dollars * curve.feePpm) / MILLION;
        if (net > 9 * held) revert InsufficientLiquidity();
        out = (stockOf(curve, held) * net) / (held + net);
        if (out > reserves[token]) revert InsufficientLiquidity();
        return (out, held + net);
    }

    /// Tokens on a curve that holds so many dollars: the product of both is what it is at rest.
    function stockOf(Curve storage curve, uint256 held) private view returns (uint256) {
        return (curve.depth * curve.depth * curve.unit) / (held * curve.price);
    }

    function settle(address token, uint256 dollars) private {
        Curve storage curve = curves[token];
        uint256 times = timesBack(curve, block.timestamp);
        bool rested = curve.dollars == curve.depth || times >= RETURNS;
        curve.since = rested ? block.timestamp : curve.since + times * RETURN_SECONDS;
        curve.dollars = dollars;
    }

    function timesBack(Curve storage curve, uint256 time) private view returns (uint256) {
        return time > curve.since ? (time - curve.since) / RETURN_SECONDS : 0;
    }

    function known(address token) private view returns (Curve storage curve) {
        curve = curves[token];
        if (curve.unit == 0) revert UnknownToken(token);
    }

    function keyOf(address token) private view returns (address) {
        return token == NATIVE ? wrapped : token;
    }

    /// Takes what came with or before the call; coins become tokens. What came above it goes back to the user.
    function arrivedFor(address src, uint256 amount, address user) private returns (uint256) {
        if (src != NATIVE) {
            if (msg.value > 0) sendCoins(user, msg.value);
            return arrived(src, amount);
        }
        uint256 taken = msg.value < amount ? msg.value : amount;
        Wrapped(wrapped).deposit{value: taken}();
        if (msg.value > taken) sendCoins(user, msg.value - taken);
        return taken;
    }

    function arrived(address token, uint256 most) private view returns (uint256) {
        uint256 extra = ERC20(token).balanceOf(address(this)) - reserves[token];
        return extra < most ? extra : most;
    }

    /// The rest is the caller's again.
    function fill(address src, uint256 amount) private returns (uint256 spend) {
        uint256 most = mostOf(src, block.timestamp);
        if (amount <= most) return amount;
        if (src == NATIVE) {
            Wrapped(wrapped).withdraw(amount - most);
            sendCoins(msg.sender, amount - most);
        } else Tokens.send(src, msg.sender, amount - most);
        return most;
    }

    /// What arrives at `to`: less than was paid where the token taxes it.
    function pay(address dst, address to, uint256 amount) private returns (uint256 got) {
        if (dst == NATIVE) {
            Wrapped(wrapped).withdraw(amount);
            sendCoins(to, amount);
            reserves[wrapped] = ERC20(wrapped).balanceOf(address(this));
            return amount;
        }
        uint256 before = ERC20(dst).balanceOf(to);
        Tokens.send(dst, to, amount);
        reserves[dst] = ERC20(dst).balanceOf(address(this));
        return ERC20(dst).balanceOf(to) - before;
    }

    function sendCoins(address to, uint256 amount) private {
        (bool sent, ) = to.call{value: amount}("");
        if (!sent) revert NativeTransferFailed();
    }
}
