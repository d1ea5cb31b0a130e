// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Balances {
    function balanceOf(address owner) external view returns (uint256);
}

interface SelfCall {
    function swapFor(bytes calldata message, address token, uint256 amount) external;
}

/// Stands where the receiver has its router and does what it was told: the honest thing, or one of many others. It has
/// the liquidity itself.
contract HostileRouter {
    enum Mode {
        Honest,
        Reverts,
        RevertsSilently,
        RevertsAtLength,
        AnswersAtLength,
        PaysLess,
        PaysNothing,
        BurnsAllGas,
        PaysSomebodyElse,
        TakesMore,
        TakesHalf,
        PaysCaller,
        ReentersThroughVault,
        CallsTheSelfCall,
        ReturnsCoins,
        SendsLeftovers
    }

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    Mode public mode; // slot 0, with `bought`
    address public bought;
    /// Paid out for a swap, in base units.
    uint256 public output; // slot 1
    address public other; // slot 2
    /// What `ReentersThroughVault` calls, and with what.
    address public vault; // slot 3
    bytes public nested; // slot 4
    /// The words of the last call that was not undone.
    uint256 public lastAmount;
    uint256 public lastLeast;

    error Refused(uint256 reason);

    receive() external payable {}

    function set(Mode mode_, address bought_, uint256 output_, address other_) external {
        (mode, bought, output, other) = (mode_, bought_, output_, other_);
    }

    function setNested(address vault_, bytes calldata nested_) external {
        (vault, nested) = (vault_, nested_);
    }

    /// Tries an allowance that was left.
    function steal(address token, address from, uint256 amount) external {
        pull(token, from, amount);
    }

    fallback(bytes calldata data) external payable returns (bytes memory) {
        address to = address(uint160(wordAt(data, 0)));
        bool coins = data.length < 4 + 5 * 32 || msg.value > 0;
        address token = coins ? NATIVE : address(uint160(wordAt(data, 1)));
        uint256 amount = coins ? msg.value : wordAt(data, 2);
        uint256 least = wordAt(data, coins ? 1 : 3);
        act(to, token, amount, least);
        (lastAmount, lastLeast) = (amount, least);
        if (mode == Mode.AnswersAtLength) return new bytes(65536);
        return abi.encode(output);
    }

    function act(address to, address token, uint256 amount, uint256 least) private {
        if (mode == Mode.Reverts) revert Refused(7);
        if (mode == Mode.RevertsSilently) revert();
        if (mode == Mode.RevertsAtLength) endAtLength();
        if (mode == Mode.BurnsAllGas) while (true) {}
        if (mode == Mode.ReentersThroughVault) {
            (bool entered, ) = vault.call(nested);
            require(!entered, "a payout within a payout");
        }
        if (mode == Mode.CallsTheSelfCall) {
            try SelfCall(msg.sender).swapFor("", token, amount) {
                revert("anybody may call it");
            } catch {}
        }
        if (mode == Mode.ReturnsCoins) {
            (bool taken, ) = msg.sender.call{value: msg.value / 2}("");
            require(taken, "not taken");
        }
        uint256 taking = mode == Mode.TakesMore ? amount + 1 : mode == Mode.TakesHalf ? amount / 2 : amount;
        if (token != NATIVE) pull(token, msg.sender, taking);
        else if (mode == Mode.TakesHalf) force(msg.sender, amount - taking);
        if (mode == Mode.SendsLeftovers) send(bought, msg.sender, 1);
        if (mode == Mode.PaysNothing) return;
        address paid = mode == Mode.PaysSomebodyElse ? other : mode == Mode.PaysCaller ? msg.sender : to;
        send(bought, paid, mode == Mode.PaysLess ? least - 1 : output);
    }

    function pull(address token, address from, uint256 amount) private {
        (bool done, bytes memory answer) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", from, address(this), amount)
        );
        require(done && (answer.length == 0 || abi.decode(answer, (bool))), "not taken");
    }

    function send(address token, address to, uint256 amount) private {
        if (token == NATIVE) {
            if (to == msg.sender) {
                force(to, amount);
                return;
            }
            (bool taken, ) = to.call{value: amount}("");
            require(taken, "not taken");
            return;
        }
        (bool done, bytes memory answer) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(done && (answer.length == 0 || abi.decode(answer, (bool))), "not sent");
    }

    /// Coins for an address that takes none: a contract that ends as it begins (PUSH20 address, SELFDESTRUCT).
    function force(address to, uint256 amount) private {
        bytes memory code = abi.encodePacked(hex"73", to, hex"ff");
        assembly ("memory-safe") {
            pop(create(amount, add(code, 32), mload(code)))
        }
    }

    function wordAt(bytes calldata data, uint256 index) private pure returns (uint256) {
        return uint256(bytes32(data[4 + 32 * index:36 + 32 * index]));
    }

    function endAtLength() private pure {
        assembly {
            mstore(0, shl(224, 0xb0b0b0b0))
            revert(0, 65536)
        }
    }
}
