// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IEnsRegistry {
    function owner(bytes32 node) external view returns (address);
}

/// The addresses that a name stands for, by the number of the coin (ENSIP-1, ENSIP-9, ENSIP-11), with the functions and
/// events of ENS's public resolver.
contract EnsResolver {
    mapping(bytes32 => mapping(uint256 => bytes)) private records; // slot 0

    IEnsRegistry private constant REGISTRY = IEnsRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);
    uint256 private constant COIN_TYPE_ETH = 60;

    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);

    function setAddr(bytes32 node, uint256 coinType, bytes calldata a) external {
        require(REGISTRY.owner(node) == msg.sender);
        if (coinType == COIN_TYPE_ETH) {
            require(a.length == 20 || a.length == 0);
            emit AddrChanged(node, address(bytes20(a)));
        }
        records[node][coinType] = a;
        emit AddressChanged(node, coinType, a);
    }

    function addr(bytes32 node) external view returns (address) {
        return address(bytes20(records[node][COIN_TYPE_ETH]));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return records[node][coinType];
    }

    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == 0x01ffc9a7 || interfaceId == 0x3b3b57de || interfaceId == 0xf1cb7e06;
    }
}
