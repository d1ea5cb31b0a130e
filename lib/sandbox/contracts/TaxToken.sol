// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token that takes a part of every transfer and burns it, so that less arrives than was sent. Slots as in Token.sol,
/// and the tax after them.
contract TaxToken {
    mapping(address => uint256) public balanceOf; // slot 0
    mapping(address => mapping(address => uint256)) public allowance; // slot 1
    uint256 public totalSupply; // slot 2
    string public name; // slot 3
    string public symbol; // slot 4
    uint8 public decimals; // slot 5
    /// Basis points of what is sent.
    uint256 public taxBps; // slot 6

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "ERC20: insufficient allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        require(to != address(0), "ERC20: transfer to the zero address");
        require(balanceOf[from] >= value, "ERC20: transfer amount exceeds balance");
        uint256 tax = (value * taxBps) / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += value - tax;
        totalSupply -= tax;
        emit Transfer(from, to, value - tax);
        if (tax > 0) emit Transfer(from, address(0), tax);
    }
}
