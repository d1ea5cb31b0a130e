// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {HtlcBase} from "./Htlc.sol";

/// Locks of the chain's own coin. Nothing is signed for here: the coin cannot be drawn from an account.
contract HtlcNative is HtlcBase {
    function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash)
        external
        payable
        sound(redeemer, timelock, amount)
    {
        lock(msg.sender, redeemer, timelock, amount, secretHash);
    }

    function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash, bytes calldata)
        external
        payable
        sound(redeemer, timelock, amount)
    {
        lock(msg.sender, redeemer, timelock, amount, secretHash);
    }

    /// The caller pays; what is not redeemed goes to `initiator`.
    function initiateOnBehalf(
        address initiator,
        address redeemer,
        uint256 timelock,
        uint256 amount,
        bytes32 secretHash
    ) external payable sound(redeemer, timelock, amount) {
        require(initiator != address(0), "HTLC: zero address initiator");
        lock(initiator, redeemer, timelock, amount, secretHash);
    }

    function token() external pure returns (address) {
        return 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    }

    function lock(address initiator, address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) private {
        require(msg.value == amount, "HTLC: incorrect funds");
        open(initiator, redeemer, timelock, amount, secretHash);
    }

    function give(address to, uint256 amount) internal override {
        (bool sent,) = to.call{value: amount}("");
        require(sent, "HTLC: transfer failed");
    }
}
