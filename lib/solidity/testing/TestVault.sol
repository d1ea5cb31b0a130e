// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Receiver {
    function cfReceive(
        uint32 srcChain,
        bytes calldata srcAddress,
        bytes calldata message,
        address token,
        uint256 amount
    ) external payable;
}

/// Pays and calls as Chainflip's vault does, for anybody: a network whose signed payouts anybody may send at any time.
contract TestVault {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    receive() external payable {}

    /// `value` in place of the amount, where a vault is to be wrong about it.
    function payOut(address receiver, address token, uint256 amount, uint256 value, bytes calldata message) external {
        if (token != NATIVE) {
            (bool sent, bytes memory answer) =
                token.call(abi.encodeWithSignature("transfer(address,uint256)", receiver, amount));
            require(sent && (answer.length == 0 || abi.decode(answer, (bool))), "not sent");
        }
        Receiver(receiver).cfReceive{value: value}(3, "", message, token, amount);
    }
}
