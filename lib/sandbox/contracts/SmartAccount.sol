// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// An account by code, written for the sandbox: it takes its owner's calls in the form of a Safe (safe-global,
/// contracts/Safe.sol), with its events and its way to fail, and signs with its owner's key (ERC-1271). A Safe asks for the
/// signatures of many owners; here the one owner sends the transaction.
contract SmartAccount {
    bytes4 private constant IS_VALID_SIGNATURE = 0x1626ba7e;
    address public immutable owner;

    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);

    constructor(address _owner) {
        owner = _owner;
    }

    receive() external payable {}

    /// A call that fails undoes everything, unless it was given gas of its own: then the failure is only an event.
    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256,
        uint256 gasPrice,
        address,
        address payable,
        bytes memory
    ) external payable returns (bool success) {
        require(msg.sender == owner, "GS026");
        require(operation == 0, "only calls");
        (success,) = to.call{value: value}(data);
        require(success || safeTxGas != 0 || gasPrice != 0, "GS013");
        bytes32 txHash = keccak256(data);
        if (success) emit ExecutionSuccess(txHash, 0);
        else emit ExecutionFailure(txHash, 0);
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer =
            ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner && signer != address(0) ? IS_VALID_SIGNATURE : bytes4(0xffffffff);
    }
}
