// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Until when names below .eth are paid for, as ENS's base registrar tells it. `id` is the hash of the label.
contract EnsRegistrar {
    mapping(uint256 => uint256) public nameExpires; // slot 0, unix seconds

    uint256 public constant GRACE_PERIOD = 90 days;

    function available(uint256 id) external view returns (bool) {
        return nameExpires[id] + GRACE_PERIOD < block.timestamp;
    }
}
