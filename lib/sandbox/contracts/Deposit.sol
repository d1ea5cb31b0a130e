// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A deposit channel of Chainflip, written for the sandbox: it is made at an address that may hold money already, and
/// from then on passes native coins on at once. That costs more than the 21000 gas of a plain transfer, as on the
/// public chains, so that a sender who does not estimate gas fails against a channel that was used before.
contract Deposit {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    address private immutable vault;

    event Forwarded(uint256 amount);

    /// Sends what lies here of `token` to the vault that makes this contract.
    constructor(address token) {
        vault = msg.sender;
        send(msg.sender, token);
    }

    function fetch(address token) external {
        require(msg.sender == vault, "not the vault");
        send(msg.sender, token);
    }

    receive() external payable {
        emit Forwarded(msg.value);
        send(vault, NATIVE);
    }

    /// `to` is the vault; a constructor cannot read an immutable.
    function send(address to, address token) private {
        if (token == NATIVE) {
            (bool sent,) = to.call{value: address(this).balance}("");
            require(sent, "vault refused");
            return;
        }
        (bool read, bytes memory held) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        require(read && held.length >= 32, "not a token");
        (bool done, bytes memory answer) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", to, abi.decode(held, (uint256))));
        require(done && (answer.length == 0 || abi.decode(answer, (bool))), "transfer failed");
    }
}
