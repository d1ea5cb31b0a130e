// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token with every bad habit that tokens have, each switched by a bit. Slots of balances and allowances as in Token.sol.
contract OddToken {
    uint256 private constant ANSWERS_FALSE = 1;
    uint256 private constant APPROVES_FALSE = 2;
    uint256 private constant NO_ZERO_APPROVAL = 4;
    uint256 private constant LONG_ANSWERS = 8;
    uint256 private constant LONG_ERRORS = 16;
    uint256 private constant ALLOWANCE_STAYS = 32;

    mapping(address => uint256) public balanceOf; // slot 0
    mapping(address => mapping(address => uint256)) public allowance; // slot 1
    uint256 public habits; // slot 2
    /// Gets nothing, as with issuers who keep lists.
    address public blocked; // slot 3

    function set(uint256 habits_, address blocked_) external {
        habits = habits_;
        blocked = blocked_;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        if (value == 0) require(habits & NO_ZERO_APPROVAL == 0, "zero");
        if (habits & APPROVES_FALSE != 0) return false;
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "allowance");
        if (habits & ALLOWANCE_STAYS == 0) allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        require(to != blocked, "blocked");
        if (habits & LONG_ERRORS != 0) end(true);
        if (habits & ANSWERS_FALSE != 0) return false;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        if (habits & LONG_ANSWERS != 0) end(false);
        return true;
    }

    /// Answers or reverts with 64 kB whose first word is 1.
    function end(bool failing) private pure {
        assembly {
            mstore(0, 1)
            if failing { revert(0, 65536) }
            return(0, 65536)
        }
    }
}
