// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Names as ENS registers them: who owns a node, and which contract answers for it, with the functions and events of
/// ENS's own registry.
contract EnsRegistry {
    mapping(bytes32 => address) public owner; // slot 0
    mapping(bytes32 => address) public resolver; // slot 1
    mapping(bytes32 => uint64) public ttl; // slot 2

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    modifier authorised(bytes32 node) {
        require(owner[node] == msg.sender);
        _;
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) external authorised(node) returns (bytes32) {
        bytes32 subnode = keccak256(abi.encodePacked(node, label));
        owner[subnode] = newOwner;
        emit NewOwner(node, label, newOwner);
        return subnode;
    }

    function setOwner(bytes32 node, address newOwner) external authorised(node) {
        owner[node] = newOwner;
        emit Transfer(node, newOwner);
    }

    function setResolver(bytes32 node, address newResolver) external authorised(node) {
        resolver[node] = newResolver;
        emit NewResolver(node, newResolver);
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return owner[node] != address(0);
    }
}
