// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Coin {
    function balanceOf(address owner) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
}

interface WrappedCoin {
    function deposit() external payable;
}

/// Takes what Chainflip pays out and swaps it through the 1inch router for the recipient that the payout's message
/// names; where that cannot be done within the message's minimum, the recipient gets what Chainflip paid. Nobody owns
/// it, nothing in it can be changed, and it keeps nothing. README.md beside it says all that can happen.
///
/// Anybody can have Chainflip call it with any message, so a message can do harm to none but its own payment.
contract CcmReceiver {
    struct Order {
        bytes32 orderId;
        address recipient;
        /// NATIVE: the chain's own coin.
        address buyToken;
        /// Of `buyToken` for `quotedInput`; not zero.
        uint256 leastOutput;
        uint256 quotedInput;
        /// Where in `routerCall` the amount and the least output are written, in bytes; no amount where coins are sold.
        uint256 amountOffset;
        uint256 leastOffset;
        bytes routerCall;
    }

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// Kept back from the swap to pay the recipient when it fails: half as much again as a whole payout without a swap
    /// was measured to need at its dearest.
    uint256 public constant RESERVED_GAS = 150_000;
    /// With less gas than this at the start, a swap that fails is no reason to pay anything else: whoever sends the
    /// network's signed payout could make every swap fail. The payout reverts and can be sent again with more.
    uint256 public constant LEAST_GAS = 500_000;
    /// For a recipient to take coins; more than twice what Chainflip's vault gives.
    uint256 private constant COIN_GAS = 20_000;

    uint256 private constant FREE = 1;
    uint256 private constant ENTERED = 2;

    /// The functions of the router that are called: their first argument is the recipient, and all that they do is swap
    /// what the caller approved, or sent along, through pools.
    bytes4 private constant UNOSWAP_TO = 0xe2c95c82;
    bytes4 private constant UNOSWAP_TO_2 = 0xea76dddf;
    bytes4 private constant UNOSWAP_TO_3 = 0xf7a70056;
    bytes4 private constant ETH_UNOSWAP_TO = 0x175accdc;
    bytes4 private constant ETH_UNOSWAP_TO_2 = 0x0f449d71;
    bytes4 private constant ETH_UNOSWAP_TO_3 = 0x493189f0;
    uint256 private constant SELECTOR = 4;
    uint256 private constant WORD = 32;

    address public immutable vault;
    address public immutable router;
    address public immutable wrappedNative;

    /// Put in place without a constructor this is zero, which is as good as FREE.
    uint256 private entered = FREE;

    /// The end of every payout: what the recipient got, of the bought token or of what Chainflip paid.
    event Delivered(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount, bool swapped);
    /// What the swap did not use of what Chainflip paid, and the recipient got beside the bought token.
    event Leftover(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount);
    /// Before a delivery that is not swapped: first bytes of the error, of the router's or of one below; zero when the
    /// gas for the swap was used up.
    event NotSwapped(bytes32 indexed orderId, bytes4 reason);

    // What makes a payout revert: all of it stays with Chainflip, and it can be sent again.
    error NotTheVault();
    error Reentered();
    error NoRecipient();
    error UnexpectedCoins();
    error TooLittleGas();
    error NotPayable();

    // Why a swap is not done.
    error NotThisContract();
    error BadCall();
    error RouterReverted();
    error NotApproved();
    error TooMuchTaken();
    error TooLittleOutput();

    constructor(address vault_, address router_, address wrappedNative_) {
        vault = vault_;
        router = router_;
        wrappedNative = wrappedNative_;
    }

    /// Called by Chainflip's vault after it sent the tokens, or with the coins.
    function cfReceive(uint32, bytes calldata, bytes calldata message, address token, uint256 amount)
        external
        payable
    {
        uint256 gasAtStart = gasleft();
        if (msg.sender != vault) revert NotTheVault();
        if (entered == ENTERED) revert Reentered();
        entered = ENTERED;
        (bytes32 orderId, address recipient) = recipientOf(message);
        uint256 held = arrived(token, amount);
        (bool swapped, bytes4 reason) = trySwap(message, token, held);
        if (!swapped) {
            if (gasAtStart < LEAST_GAS) revert TooLittleGas();
            emit NotSwapped(orderId, reason);
            address paid = pay(token, recipient, held);
            emit Delivered(orderId, recipient, paid, held, false);
        }
        entered = FREE;
    }

    /// The swap, which this contract calls on itself: an error undoes all of it and nothing else.
    function swapFor(bytes calldata message, address token, uint256 amount) external {
        if (msg.sender != address(this)) revert NotThisContract();
        // As a struct it stands one word further on.
        Order memory order = abi.decode(bytes.concat(bytes32(WORD), message), (Order));
        // What lay here before, if somebody sent it, is not this payment's.
        uint256 notOurs = balanceOf(token, address(this)) - amount;
        uint256 boughtBefore = balanceOf(order.buyToken, address(this));
        uint256 had = balanceOf(order.buyToken, order.recipient);
        uint256 least = write(order, token, amount);
        callRouter(order.routerCall, token, amount);
        (address paid, uint256 left) = passOn(token, notOurs, order.recipient);
        if (order.buyToken != token) passOn(order.buyToken, boughtBefore, order.recipient);
        uint256 got = balanceOf(order.buyToken, order.recipient) - had;
        if (got < least) revert TooLittleOutput();
        if (left > 0) emit Leftover(order.orderId, order.recipient, paid, left);
        emit Delivered(order.orderId, order.recipient, order.buyToken, got, true);
    }

    /// Whom to pay, whatever else the message says: without it nobody can be paid.
    function recipientOf(bytes calldata message) private view returns (bytes32 orderId, address recipient) {
        if (message.length < 2 * WORD) revert NoRecipient();
        orderId = bytes32(message[:WORD]);
        uint256 word = uint256(bytes32(message[WORD:2 * WORD]));
        recipient = address(uint160(word));
        if (word >> 160 != 0 || recipient == address(0) || recipient == address(this)) revert NoRecipient();
    }

    /// What there is of the payment: less than was sent where the token takes a part of what is moved.
    function arrived(address token, uint256 amount) private view returns (uint256) {
        if (token == NATIVE) return msg.value;
        if (msg.value > 0) revert UnexpectedCoins();
        uint256 held = Coin(token).balanceOf(address(this));
        return held < amount ? held : amount;
    }

    /// Of an error no more is read than tells it apart: its length is the other side's choice.
    function trySwap(bytes calldata message, address token, uint256 amount)
        private
        returns (bool swapped, bytes4 reason)
    {
        uint256 available = gasleft();
        if (available <= RESERVED_GAS) return (false, 0);
        try this.swapFor{gas: available - RESERVED_GAS}(message, token, amount) {
            swapped = true;
        } catch {
            assembly ("memory-safe") {
                if gt(returndatasize(), 3) {
                    mstore(0, 0)
                    returndatacopy(0, 0, 4)
                    reason := mload(0)
                }
            }
        }
    }

    /// Writes what is really sold and the least for it into the call. Reverts for every call but the six.
    function write(Order memory order, address token, uint256 amount) private pure returns (uint256 least) {
        bytes memory data = order.routerCall;
        bool coins = sellsCoins(bytes4(data));
        if (coins != (token == NATIVE) || coins != (order.amountOffset == 0)) revert BadCall();
        if (data.length < SELECTOR + WORD || address(uint160(wordAt(data, SELECTOR))) != order.recipient)
            revert BadCall();
        if (order.leastOutput == 0 || order.leastOffset == order.amountOffset) revert BadCall();
        // Rounded up: the recipient is never promised less than the share.
        least = (order.leastOutput * amount + order.quotedInput - 1) / order.quotedInput;
        writeAt(data, order.leastOffset, least);
        if (!coins) writeAt(data, order.amountOffset, amount);
    }

    function sellsCoins(bytes4 selector) private pure returns (bool) {
        if (selector == ETH_UNOSWAP_TO || selector == ETH_UNOSWAP_TO_2 || selector == ETH_UNOSWAP_TO_3) return true;
        if (selector != UNOSWAP_TO && selector != UNOSWAP_TO_2 && selector != UNOSWAP_TO_3) revert BadCall();
        return false;
    }

    function wordAt(bytes memory data, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), offset))
        }
    }

    /// Only over an argument, and not over the first, the recipient.
    function writeAt(bytes memory data, uint256 offset, uint256 word) private pure {
        bool legal = offset >= SELECTOR + WORD && offset <= data.length - WORD && (offset - SELECTOR) % WORD == 0;
        if (!legal) revert BadCall();
        assembly ("memory-safe") {
            mstore(add(add(data, 32), offset), word)
        }
    }

    /// With exactly the amount: approved before and nothing of it afterwards, or sent along.
    function callRouter(bytes memory data, address token, uint256 amount) private {
        bool coins = token == NATIVE;
        if (!coins) approve(token, amount);
        address to = router;
        bytes4 noReason = RouterReverted.selector;
        assembly ("memory-safe") {
            if iszero(call(gas(), to, mul(coins, amount), add(data, 32), mload(data), 0, 0)) {
                if gt(returndatasize(), 3) {
                    returndatacopy(0, 0, 4)
                    revert(0, 4)
                }
                mstore(0, noReason)
                revert(0, 4)
            }
        }
        if (!coins && Coin(token).allowance(address(this), to) > 0) approve(token, 0);
    }

    /// Some tokens want the allowance at zero before it is another.
    function approve(address token, uint256 amount) private {
        if (done(token, abi.encodeWithSignature("approve(address,uint256)", router, amount))) return;
        if (!done(token, abi.encodeWithSignature("approve(address,uint256)", router, 0))) revert NotApproved();
        if (!done(token, abi.encodeWithSignature("approve(address,uint256)", router, amount))) revert NotApproved();
    }

    /// Pays the recipient what there is of a token above what lay here before.
    function passOn(address token, uint256 before, address recipient) private returns (address paid, uint256 left) {
        uint256 held = balanceOf(token, address(this));
        if (held < before) revert TooMuchTaken();
        left = held - before;
        paid = pay(token, recipient, left);
    }

    /// Coins that the recipient does not take are paid as the token that stands for them. `paid` is what was paid.
    function pay(address token, address recipient, uint256 amount) private returns (address paid) {
        if (amount == 0) return token;
        if (token == NATIVE) {
            bool taken;
            assembly ("memory-safe") {
                taken := call(COIN_GAS, recipient, amount, 0, 0, 0, 0)
            }
            if (taken) return NATIVE;
            WrappedCoin(wrappedNative).deposit{value: amount}();
            token = wrappedNative;
        }
        if (!done(token, abi.encodeWithSignature("transfer(address,uint256)", recipient, amount))) revert NotPayable();
        return token;
    }

    /// Some tokens answer nothing where others answer true; no more than that is read.
    function done(address token, bytes memory data) private returns (bool success) {
        uint256 answer;
        uint256 size;
        assembly ("memory-safe") {
            mstore(0, 0)
            success := call(gas(), token, 0, add(data, 32), mload(data), 0, 32)
            size := returndatasize()
            answer := mload(0)
        }
        return success && (size == 0 ? token.code.length > 0 : size >= WORD && answer == 1);
    }

    function balanceOf(address token, address owner) private view returns (uint256) {
        return token == NATIVE ? owner.balance : Coin(token).balanceOf(owner);
    }
}
