// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface Balances {
    function balanceOf(address owner) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
}

/// Reads in one call what invariants are about.
contract Lens {
    /// Coins of every holder, then the balances of every holder in each token in turn.
    function balances(address[] calldata tokens, address[] calldata holders) external view returns (uint256[] memory all) {
        uint256 count = holders.length;
        all = new uint256[](count * (tokens.length + 1));
        for (uint256 h = 0; h < count; h++) {
            all[h] = holders[h].balance;
            for (uint256 t = 0; t < tokens.length; t++)
                all[(t + 1) * count + h] = Balances(tokens[t]).balanceOf(holders[h]);
        }
    }

    function allowances(address[] calldata tokens, address owner, address spender) external view returns (uint256 sum) {
        for (uint256 t = 0; t < tokens.length; t++) sum += Balances(tokens[t]).allowance(owner, spender);
    }
}
