// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The router of THORChain-like networks, written for the sandbox: same functions, events and revert texts as the
/// routers on the public chains (version 4), so that what pays through this one pays through those.
contract Router {
    /// `THORChain` or `MAYAChain`; the first word of every revert text.
    string public network;

    /// What each vault may spend of each token that this contract holds.
    mapping(address => mapping(address => uint256)) private allowances;

    uint256 private entered = 1;

    event Deposit(address indexed to, address indexed asset, uint256 amount, string memo);
    event TransferOut(address indexed vault, address indexed to, address asset, uint256 amount, string memo);
    event TransferAllowance(
        address indexed oldVault,
        address indexed newVault,
        address asset,
        uint256 amount,
        string memo
    );

    constructor(string memory network_) {
        network = network_;
    }

    modifier nonReentrant() {
        check(entered == 1, "reentrant call");
        entered = 2;
        _;
        entered = 1;
    }

    function vaultAllowance(address vault, address token) external view returns (uint256) {
        return allowances[vault][token];
    }

    /// `expiration` is unix seconds; the block that holds the payment must be younger.
    function depositWithExpiry(
        address payable vault,
        address asset,
        uint256 amount,
        string memory memo,
        uint256 expiration
    ) external payable {
        check(block.timestamp < expiration, "expired");
        deposit(vault, asset, amount, memo);
    }

    /// The native coin (`asset` zero, `amount` ignored) goes on to the vault; tokens stay here on the vault's account.
    function deposit(address payable vault, address asset, uint256 amount, string memory memo)
        public
        payable
        nonReentrant
    {
        uint256 received;
        if (asset == address(0)) {
            received = msg.value;
            (bool sent,) = vault.call{value: received}("");
            check(sent, "vault refused");
        } else {
            check(msg.value == 0, "unexpected eth");
            received = take(asset, amount);
            allowances[vault][asset] += received;
        }
        emit Deposit(vault, asset, received, memo);
    }

    /// A vault pays out. A receiver that takes no native coin does not hold up the vault: the coins go back to it.
    function transferOut(address payable to, address asset, uint256 amount, string memory memo)
        external
        payable
        nonReentrant
    {
        uint256 paid;
        if (asset == address(0)) {
            paid = msg.value;
            // Little gas, so that a receiver cannot run anything of weight at the vault's cost.
            (bool sent,) = to.call{value: paid, gas: 2300}("");
            if (!sent) {
                (bool returned,) = msg.sender.call{value: paid}("");
                check(returned, "vault refused");
            }
        } else {
            check(msg.value == 0, "unexpected eth");
            allowances[msg.sender][asset] -= amount;
            paid = amount;
            check(callToken(asset, abi.encodeWithSignature("transfer(address,uint256)", to, amount)), "transfer failed");
        }
        emit TransferOut(msg.sender, to, asset, paid, memo);
    }

    /// An old vault hands its tokens to a new one (churn); both use this contract.
    function transferAllowance(
        address router,
        address newVault,
        address asset,
        uint256 amount,
        string memory memo
    ) external nonReentrant {
        check(router == address(this), "unknown router");
        allowances[msg.sender][asset] -= amount;
        allowances[newVault][asset] += amount;
        emit TransferAllowance(msg.sender, newVault, asset, amount, memo);
    }

    /// Counts what arrived and not what was asked for: some tokens keep a part of each transfer.
    function take(address asset, uint256 amount) private returns (uint256) {
        uint256 before = balance(asset);
        bytes memory call =
            abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount);
        check(callToken(asset, call), "transfer failed");
        return balance(asset) - before;
    }

    function balance(address asset) private view returns (uint256) {
        (bool done, bytes memory data) =
            asset.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        check(done && data.length >= 32, "not a token");
        return abi.decode(data, (uint256));
    }

    /// True when the call succeeded and said so, or said nothing (USDT returns no value).
    function callToken(address asset, bytes memory data) private returns (bool) {
        (bool done, bytes memory answer) = asset.call(data);
        return done && (answer.length == 0 || abi.decode(answer, (bool)));
    }

    function check(bool condition, string memory text) private view {
        if (!condition) revert(string.concat(network, "_Router: ", text));
    }
}
